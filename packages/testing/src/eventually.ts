/**
 * Waits until the check stops throwing and returns its result; after the patience, fails with the check's last error.
 * Tests wait for conditions and never sleep: the pause only limits the load.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  patienceMs = 60_000,
  pauseMs = 20,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
