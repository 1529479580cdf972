import type { Context } from 'koa';

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
  readonly isFinal?: boolean;
}

/** Input can be mended under the same key, a balance topped up, and a limit passes by itself. */
const PASSING: ReadonlySet<number> = new Set([400, 402, 429]);

/** An answer of the REST API that says no: status, words and what else its body and head carry. */
export class RestRefusal extends Error {
  readonly fields: readonly FieldProblem[] | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the same request would be refused again; one that is not may be repeated under its Idempotency-Key. */
  readonly isFinal: boolean;

  constructor(
    readonly status: number,
    /** The `error` of the body. */
    readonly error: string,
    { fields, members = {}, headers = {}, cause, isFinal = !PASSING.has(status) && status < 500 }: More = {},
  ) {
    super(error, cause === undefined ? undefined : { cause });
    this.name = 'RestRefusal';
    this.fields = fields;
    this.members = members;
    this.headers = headers;
    this.isFinal = isFinal;
  }
}

/** Input that breaks rules: the first problem in words, and all of them by field. */
export const invalidInput = (fields: readonly [FieldProblem, ...FieldProblem[]]): RestRefusal =>
  new RestRefusal(400, fields[0].message, { fields });

/** `{success: false, error, …}`. @see REST specification, "Errors" */
export function answerRefusal(ctx: Context, { status, error, fields, members, headers }: RestRefusal): void {
  ctx.set({ ...headers });
  ctx.status = status;
  ctx.body = { success: false, error, ...(fields && { fields }), ...members };
}
