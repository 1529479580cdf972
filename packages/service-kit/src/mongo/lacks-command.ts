/** MongoDB's error codes for a missing command: IllegalOperation, CommandNotFound, CommandNotSupported. */
const LACKING: readonly unknown[] = [20, 59, 115];

/** True when the server lacks the command, such as `bulkWrite` before MongoDB 8.0, or has turned it off. */
export const lacksCommand = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && LACKING.includes(error.code);
