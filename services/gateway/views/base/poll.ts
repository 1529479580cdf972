interface Polling<T> {
  ask(): Promise<T>;
  /** Handles an answer; returns true to stop polling. */
  take(answer: T): boolean;
  everyMs: number;
}

/** The shortest time between an answer and the next request. */
const LEAST_MS = 1_000;

/**
 * Asks repeatedly, one request at a time, while the document is visible. A failed request is repeated.
 * @returns a function that stops polling
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
