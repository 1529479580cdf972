interface Polling<T> {
  ask(): Promise<T>;
  /** Handles an answer. Returns true when no more requests are needed. */
  take(answer: T): boolean;
  everyMs: number;
}

/** The shortest pause between an answer and the next request. */
const LEAST_MS = 1_000;

/**
 * Sends one request after the other while the document is visible. A failed request is repeated.
 * @returns a function that stops the requests
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
