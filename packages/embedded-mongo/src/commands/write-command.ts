import { Binary, type Document, Long } from 'bson';
import { decode, encode } from '../bson-values';
import { EngineError } from '../engine-error';
import type { CommandContext } from './command';

const RETRIES = Buffer.from([0, 0, 0, 1]);

/** Where the answer to the last retryable write of a session is kept. */
export function retryKey(session: Uint8Array): Buffer {
  return Buffer.concat([RETRIES, session]);
}

/**
 * Runs a write in a transaction and resolves when it is on disk. With a session and a `txnNumber` the answer is stored
 * with the write: the same command again, even after a crash, gets that answer and writes nothing.
 */
export function runWrite(
  { engine, body }: CommandContext,
  write: () => Document,
): Promise<Document | Buffer> {
  const session = body.lsid?.id;
  if (body.txnNumber === undefined || !(session instanceof Binary)) return engine.storage.write(write);
  const number = Number(body.txnNumber);
  const key = retryKey(session.buffer.subarray(0, session.position));
  return engine.storage.write(() => {
    const stored = engine.storage.get(key);
    if (stored) {
      const last = decode(stored);
      if (Number(last.txnNumber) === number) return last.reply;
      if (Number(last.txnNumber) > number)
        throw new EngineError(
          'TransactionTooOld',
          `Retryable write with txnNumber ${number} is prohibited on session because a newer retryable write with txnNumber ${last.txnNumber} has already started on this session.`,
        );
    }
    const reply = write();
    engine.storage.put(key, encode({ txnNumber: Long.fromNumber(number), at: engine.now(), reply }));
    return reply;
  });
}

interface WriteError extends Document {
  index: number;
}

/** Runs the statements of an ordered or unordered batch; collects refusals as `writeErrors`. */
export function runStatements<T>(
  statements: readonly T[],
  ordered: boolean,
  run: (statement: T, index: number) => void,
): WriteError[] {
  const errors: WriteError[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (ordered) break;
    }
  }
  return errors;
}

/** The statements of a command, wherever they travelled. Throws when there are none. */
export function statementsOf({ body, sequences }: CommandContext, name: string): Document[] {
  const statements = sequences.get(name)?.map(decode) ?? body[name];
  if (!Array.isArray(statements) || statements.length === 0 || statements.length > 100_000)
    throw new EngineError('InvalidLength', 'Write batch sizes must be between 1 and 100000.');
  return statements;
}

export function withErrors(reply: Document, errors: WriteError[]): Document {
  return errors.length > 0 ? { ...reply, writeErrors: errors } : reply;
}
