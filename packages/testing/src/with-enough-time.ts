/**
 * Repeats an attempt until it has a result, each time with twice the time. A test that waits for a deadline needs a
 * short deadline. But on a busy machine, a short deadline may be over before the work under test has begun.
 * @param attempt returns undefined when its time was over too early
 */
export async function withEnoughTime<T>(
  attempt: (ms: number) => Promise<T | undefined>,
  firstMs = 50,
): Promise<T> {
  for (let ms = firstMs; ms < 10_000; ms *= 2) {
    const seen = await attempt(ms);
    if (seen !== undefined) return seen;
  }
  throw new Error('Not even 10 seconds were long enough.');
}
