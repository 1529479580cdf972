/**
 * Waits until the check stops throwing and gives its result back; fails with the check's last error after the patience.
 * Conditions, never sleeps: the pause between two looks only spares the processor, and a server that counts requests.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  patienceMs = 15_000,
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
