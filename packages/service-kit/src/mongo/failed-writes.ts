import { MongoBulkWriteError } from 'mongodb';
import { DUPLICATE_KEY } from './is-duplicate-key';

interface FailedWrite {
  /** The position of the write in the command. */
  readonly index: number;
  /** Whether a unique index refused the write. */
  readonly isDuplicate: boolean;
  readonly message: string | undefined;
}

/** Returns the writes of one command that failed; undefined for an error of another kind. */
export function failedWrites(error: unknown): readonly FailedWrite[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  // The MongoDB driver returns a single write error without an array.
  return [error.writeErrors].flat().map(({ index, code, errmsg }) => ({
    index,
    isDuplicate: code === DUPLICATE_KEY,
    message: errmsg,
  }));
}
