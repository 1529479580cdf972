import { MongoBulkWriteError } from 'mongodb';
import { DUPLICATE_KEY } from './is-duplicate-key';

interface FailedWrite {
  /** The position of the write in the command. */
  readonly index: number;
  /** Whether a unique index refused the write. */
  readonly isDuplicate: boolean;
  readonly message: string | undefined;
}

/**
 * Returns the writes of one command that the server refused; undefined for an error of another kind. Also undefined
 * when no majority confirmed the command: then any of its writes may be lost.
 */
export function failedWrites(error: unknown): readonly FailedWrite[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  // The MongoDB driver returns a single write error without an array.
  const writeErrors = [error.writeErrors].flat();
  if (writeErrors.length === 0 || error.result.getWriteConcernError()) return undefined;
  return writeErrors.map(({ index, code, errmsg }) => ({
    index,
    isDuplicate: code === DUPLICATE_KEY,
    message: errmsg,
  }));
}
