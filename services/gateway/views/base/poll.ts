interface Polling<T> {
  ask(): Promise<T>;
  /** Takes an answer; true when there is nothing more to ask. */
  take(answer: T): boolean;
  everyMs: number;
}

/** The least distance between an answer and the next question. */
const LEAST_MS = 1_000;

/**
 * Asks again and again, one question at a time, while the document can be seen. A question that failed is asked again.
 * @returns ends it
 */
export function poll<T>({ ask, take, everyMs }: Polling<T>, page: Document = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let ended = false;

  const plan = () => {
    clearTimeout(timer);
    timer = ended || asking || page.hidden ? undefined : setTimeout(question, Math.max(everyMs, LEAST_MS));
  };
  const question = async () => {
    asking = true;
    const done = await ask().then(
      (answer) => !ended && take(answer),
      () => false,
    );
    asking = false;
    if (done) end();
    else plan();
  };
  const end = () => {
    ended = true;
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', plan);
  };
  page.addEventListener('visibilitychange', plan);
  plan();
  return end;
}
