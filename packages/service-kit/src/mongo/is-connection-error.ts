/** By name, for not every program that asks has the driver. */
const NAMES: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
]);

/** True for the driver's errors about the way to its server; any other error came from a server. */
export const isConnectionError = (error: unknown): boolean => error instanceof Error && NAMES.has(error.name);
