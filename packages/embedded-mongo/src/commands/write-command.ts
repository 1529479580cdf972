import { Binary, type Document } from 'bson';
import { decode, encode } from '../bson-values';
import { EngineError } from '../engine-error';
import type { Storage } from '../storage/storage';
import type { CommandContext, Reply } from './command';

/** Session ids follow, then `txnNumber` (8 bytes), time in milliseconds (8) and the answer to its last retryable write. */
const RETRIES = Buffer.from([0, 0, 0, 1]);
const RETRIES_END = Buffer.from([0, 0, 0, 2]);

/** Only inside a write transaction: drops the stored answers of sessions that were last used before a time. */
export function forgetRetriesBefore(storage: Storage, time: number): void {
  for (const { key, value } of storage.range(RETRIES, RETRIES_END, false, Number.MAX_SAFE_INTEGER))
    if (value.readDoubleLE(8) < time) storage.remove(key);
}

const STAMP_BYTES = 16;

/**
 * Runs a write and answers when it is on disk, or at once when the write concern does not ask for that. With a session
 * and a `txnNumber` the answer is stored with the write: the same command again, even after a crash, gets that answer
 * and writes nothing.
 */
export function runWrite({ engine, body }: CommandContext, write: () => Reply): Reply | Promise<Reply> {
  const durable = body.writeConcern?.j !== false && body.writeConcern?.w !== 0;
  const session = body.lsid?.id;
  if (body.txnNumber === undefined || !(session instanceof Binary))
    return engine.storage.write(write, durable);
  const number = BigInt(String(body.txnNumber));
  const key = Buffer.concat([RETRIES, session.buffer.subarray(0, session.position)]);
  return engine.storage.write(() => {
    const stored = engine.storage.get(key);
    const last = stored?.readBigInt64LE(0) ?? -1n;
    if (last === number) return stored!.subarray(STAMP_BYTES);
    if (last > number)
      throw new EngineError('TransactionTooOld', `txnNumber ${number} is older than ${last} of this session`);
    const reply = write();
    const bytes = Buffer.isBuffer(reply) ? reply : encode(reply as Document);
    const stamp = Buffer.alloc(STAMP_BYTES);
    stamp.writeBigInt64LE(number, 0);
    stamp.writeDoubleLE(engine.now().getTime(), 8);
    engine.storage.put(key, Buffer.concat([stamp, bytes]));
    return bytes;
  }, durable);
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
