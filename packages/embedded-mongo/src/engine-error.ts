import type { Document } from 'bson';

/** MongoDB's error codes that have names. Any other code is named `Location` and its number. */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  UnsupportedOpQueryCommand: 352,
  DuplicateKey: 11000,
  BSONObjectTooLarge: 10334,
  OutOfDiskSpace: 14031,
  KeyTooLong: 17280,
  WriteConflict: 112,
  NoSuchTransaction: 251,
  OperationNotSupportedInTransaction: 263,
  IDLUnknownField: 40415,
} as const;

export type ErrorName = keyof typeof CODES | `Location${number}`;

/** An error that reaches the client as `{ok: 0, code, codeName, errmsg}`, or as one entry of `writeErrors`. */
export class EngineError extends Error {
  readonly code: number;

  constructor(
    readonly codeName: ErrorName,
    message: string,
    /** Further fields of the reply, such as `keyPattern` and `keyValue` of a duplicate key. */
    readonly extra: Document = {},
  ) {
    super(message);
    this.name = 'EngineError';
    this.code = CODES[codeName as keyof typeof CODES] ?? Number(codeName.slice('Location'.length));
  }
}
