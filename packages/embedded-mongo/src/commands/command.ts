import type { Document } from 'bson';
import { isDocument, numberOf } from '../bson-values';
import type { Engine } from '../engine';
import { EngineError } from '../engine-error';
import type { TransactionName } from '../transactions';

export interface CommandContext {
  engine: Engine;
  body: Document;
  database: string;
  sequences: Map<string, Buffer[]>;
  transaction: TransactionName | undefined;
}

export type Reply = Document | Buffer;

export interface Command {
  /**
   * The names of the command's fields, in addition to the common fields. Any other field is refused. `*` allows all
   * fields.
   */
  fields: string;
  inTransactions?: true;
  run: (context: CommandContext) => Reply | Promise<Reply>;
}

/** Returns `database.collection` for a command whose first field is the name of its collection. */
export function namespaceOf({ body, database }: CommandContext): string {
  const name = Object.values(body)[0];
  if (typeof name !== 'string' || name === '')
    throw new EngineError('InvalidNamespace', `Invalid namespace specified '${database}.'`);
  return `${database}.${name}`;
}

/** Returns a field of a command that must be a document; `{}` when the field is absent. Throws `TypeMismatch`. */
export function documentField(source: Document, name: string): Document {
  const value = source[name];
  if (value === undefined || value === null) return {};
  if (!isDocument(value))
    throw new EngineError('TypeMismatch', `BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** Returns a field of a command that must be a whole number. Throws `TypeMismatch` or `BadValue`. */
export function numberField(source: Document, name: string, absent: number): number {
  const value = source[name];
  if (value === undefined || value === null) return absent;
  const number = numberOf(value);
  if (number === undefined)
    throw new EngineError('TypeMismatch', `BSON field '${name}' is the wrong type, expected a number`);
  if (number < 0 && name !== 'limit')
    throw new EngineError('BadValue', `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return Math.trunc(number);
}
