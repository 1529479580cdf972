/** By name, for not every program that asks has the driver. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
]);

/**
 * Answers of a member that is no primary (any more), shuts down or starts, and of a router that does not reach a shard.
 * The driver repeats single reads and writes after them, once; never commands that it does not know, index builds and
 * cursors.
 */
const OF_AN_ELECTION: ReadonlySet<unknown> = new Set([
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
 * True for the driver's errors about the way to its server, and for what a server answers that cannot serve now, such as
 * during an election; any other error is about the statement. Whether a write was done is unknown.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (OF_THE_WAY.has(error.name) ||
    // gRPC's errors have codes of their own.
    (error.name.startsWith('Mongo') && OF_AN_ELECTION.has((error as { code?: unknown }).code)));
