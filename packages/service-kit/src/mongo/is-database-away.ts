/**
 * Names of the MongoDB driver's errors. Names are compared, because not every program that uses this function has the
 * driver.
 */
const CONNECTION_ERRORS: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
]);

/**
 * Error codes of a member that is not the primary, that starts, or that shuts down, and of a router that cannot reach a
 * shard. After such an answer, the MongoDB driver repeats a single read or write once. It does not repeat unknown
 * commands, index builds and cursors.
 */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9_001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/**
 * True for the MongoDB driver's errors about the connection to its server, and for the answers of a server that cannot
 * serve at the moment, such as during an election. After these errors, it is unknown whether a write was done. Every
 * other error is about the statement itself.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (CONNECTION_ERRORS.has(error.name) ||
    // Only the MongoDB driver's errors have these codes. The same number means something else in an error of gRPC.
    (error.name.startsWith('Mongo') && UNAVAILABLE_CODES.has((error as { code?: unknown }).code)));
