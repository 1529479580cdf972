import type { Document } from 'bson';
import { decode } from '../bson-values';
import { EngineError } from '../engine-error';
import type { CommandContext, Reply } from './command';

/** Runs a write. Answers when the write is on disk, or at once if the write concern allows that. */
export function runWrite(
  { engine, body, transaction }: CommandContext,
  write: () => Reply,
): Reply | Promise<Reply> {
  if (transaction) return engine.transactions.run(transaction, write);
  const { j, w } = body.writeConcern ?? {};
  return engine.transactions.write(write, j !== false && w !== 0);
}

interface WriteError extends Document {
  index: number;
}

/** Runs the statements of an ordered or unordered batch, and collects refusals as `writeErrors`. */
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
      if (!(error instanceof EngineError) || error.codeName === 'WriteConflict') throw error;
      errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (ordered) break;
    }
  }
  return errors;
}

/**
 * Returns the statements of a command, which a client sends in the command's body or in a separate part of the message.
 * Throws when there are no statements, or when a statement has an unknown option.
 */
export function statementsOf({ body, sequences }: CommandContext, name: string, known?: string): Document[] {
  const statements: unknown = sequences.get(name)?.map(decode) ?? body[name];
  if (!Array.isArray(statements) || statements.length === 0 || statements.length > 100_000)
    throw new EngineError('InvalidLength', 'Write batch sizes must be between 1 and 100000.');
  for (const option of known ? statements.flatMap((statement) => Object.keys(statement)) : [])
    if (!known!.split(' ').includes(option))
      throw new EngineError('IDLUnknownField', `Field '${name}.${option}' is unknown`);
  return statements;
}

export function withErrors(reply: Document, errors: WriteError[]): Document {
  return errors.length > 0 ? { ...reply, writeErrors: errors } : reply;
}
