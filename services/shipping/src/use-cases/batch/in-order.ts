/** Begins the work on the values one after another, `atOnce` under way at one time; gives the results in their order. */
export async function inOrder<T, R>(
  values: readonly T[],
  atOnce: number,
  work: (value: T, position: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const walk = async () => {
    while (next < values.length) {
      const position = next;
      next += 1;
      results[position] = await work(values[position] as T, position);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, walk));
  } finally {
    // After a failure nothing more is begun.
    next = values.length;
  }
  return results;
}
