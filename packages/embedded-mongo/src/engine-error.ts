import type { Document } from 'bson';

/** MongoDB's error codes that this engine can answer with. */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  InvalidLength: 16,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
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
  CannotIndexParallelArrays: 171,
  TransactionTooOld: 225,
  InvalidPipelineOperator: 168,
  OperationNotSupportedInTransaction: 263,
  DuplicateKey: 11000,
  BSONObjectTooLarge: 10334,
  KeyTooLong: 17280,
  Location31253: 31253,
  Location31254: 31254,
  Location40323: 40323,
  Location40324: 40324,
  IDLUnknownField: 40415,
  UnsupportedOpQuery: 352,
} as const;

export type ErrorName = keyof typeof CODES;

/** A refusal that reaches the client as `{ok: 0, code, codeName, errmsg}`, or as one entry of `writeErrors`. */
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
    this.code = CODES[codeName];
  }
}
