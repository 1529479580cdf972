/**
 * Resolves to the result of `work`. When `work` takes longer than `ms`, calls `onTimeout` instead, which may throw. The
 * work continues after a timeout, so it may still take effect.
 */
export async function within<T, F>(ms: number, work: Promise<T>, onTimeout: () => F): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<F>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
