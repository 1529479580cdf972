export interface FieldProblem {
  /** Path of the input, such as `items[0].itemCode`. */
  readonly field: string;
  readonly message: string;
}

interface More {
  readonly fields?: readonly FieldProblem[];
  /** Members of the body beside `success`, `error` and `fields`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An answer of the REST API that says no: status, words and what else its body and head carry. */
export class RestRefusal extends Error {
  readonly fields: readonly FieldProblem[] | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    /** The `error` of the body. */
    readonly error: string,
    { fields, members = {}, headers = {}, cause }: More = {},
  ) {
    super(error, cause === undefined ? undefined : { cause });
    this.name = 'RestRefusal';
    this.fields = fields;
    this.members = members;
    this.headers = headers;
  }
}

/** Input that breaks rules: the first problem in words, and all of them by field. */
export const invalidInput = (fields: readonly [FieldProblem, ...FieldProblem[]]): RestRefusal =>
  new RestRefusal(400, fields[0].message, { fields });
