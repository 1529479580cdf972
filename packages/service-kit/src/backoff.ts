interface Limits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Returns the milliseconds to wait after the n-th failure in a row: `firstMs`, doubled with each failure, at most
 * `maxMs`.
 */
export const exponentialBackoff = (failures: number, { firstMs, maxMs }: Limits): number =>
  Math.min(maxMs, firstMs * 2 ** Math.max(0, Math.min(failures - 1, 30)));
