import type { Context } from 'koa';
import { REST_CODES, type RestCode } from './rest-codes';

export interface FieldProblem {
  /** The path in the input, such as `items[0].itemCode`. */
  readonly field: string;
  readonly message: string;
}

interface More {
  readonly fields?: readonly FieldProblem[];
  /** Members of the body in addition to `success`, `code`, `error` and `fields`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * Codes of refusals whose cause may disappear, for example because the caller corrects the input, the balance or the
 * plan changes, a limit ends, or the owner approves.
 */
const PASSING: ReadonlySet<RestCode> = new Set([
  'invalid_input',
  'insufficient_balance',
  'payment_declined',
  'limit_reached',
  'plan_feature_missing',
  'approval_needed',
  'approval_denied',
  'conflict_retry',
  'rate_limited',
]);

/** A refusal of the REST API with its code and sentence, and further members and headers. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * True when the same request would be refused again. Otherwise the caller may repeat the request with the same
   * Idempotency-Key.
   */
  readonly isFinal: boolean;

  constructor(
    readonly code: RestCode,
    /** The text for the body's member `error`. */
    readonly error: string,
    { fields, members = {}, headers = {}, cause }: More = {},
  ) {
    super(error, cause === undefined ? undefined : { cause });
    this.name = 'RestRefusal';
    this.status = REST_CODES[code].status;
    this.fields = fields;
    this.members = members;
    this.headers = headers;
    this.isFinal = !PASSING.has(code) && this.status < 500;
  }
}

/** Creates the refusal of invalid input. `error` describes the first problem, and `fields` lists all problems. */
export const invalidInput = (fields: readonly [FieldProblem, ...FieldProblem[]]): RestRefusal =>
  new RestRefusal('invalid_input', fields[0].message, { fields });

/** Answers `{success: false, code, error, …}`. @see [REST-E1], [REST-E10] */
export function answerRefusal(ctx: Context, refusal: RestRefusal): void {
  const { status, code, error, fields, members, headers } = refusal;
  ctx.set({ ...headers });
  ctx.status = status;
  ctx.body = { success: false, code, error, ...(fields && { fields }), ...members };
}
