import type { RestCode } from '../rest-codes';
import { type RestRoute, takesKey } from '../route';
import type { HeaderName } from './headers';

export interface CommonResponse {
  readonly status: number;
  readonly description: string;
  readonly codes: readonly RestCode[];
  /** Headers in addition to those of every answer. */
  readonly headers?: readonly HeaderName[];
}

/** Failures that many operations share. The keys are their names in the document. */
const COMMON_RESPONSES = {
  InvalidInput: {
    status: 400,
    description: 'Invalid input; nothing was done. `fields` names every problem.',
    codes: ['invalid_input'],
  },
  Unauthorized: {
    status: 401,
    description: 'No valid access token.',
    codes: ['missing_bearer_token', 'invalid_token', 'expired_token'],
    headers: ['WWW-Authenticate'],
  },
  PartnerKeyRequired: {
    status: 403,
    description: 'No configured partner key.',
    codes: ['partner_key_required'],
  },
  NotFound: {
    status: 404,
    description: 'No such record in this account.',
    codes: ['not_found'],
  },
  IdempotencyConflict: {
    status: 409,
    description:
      'The Idempotency-Key was used for another request, or another request is changing the same record.',
    codes: ['idempotency_key_reused', 'conflict_retry'],
    headers: ['Retry-After'],
  },
  PayloadTooLarge: {
    status: 413,
    description: 'The body is over 1 MiB.',
    codes: ['payload_too_large'],
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not JSON.',
    codes: ['unsupported_media_type'],
  },
  RateLimited: {
    status: 429,
    description: 'More than 600 requests in a minute for this token.',
    codes: ['rate_limited'],
    headers: ['Retry-After'],
  },
  InternalError: {
    status: 500,
    description: 'Our fault. A write may have been done: look before you repeat it.',
    codes: ['internal_error'],
  },
  Unavailable: {
    status: 503,
    description: 'Not available right now; repeat it after Retry-After seconds.',
    codes: ['unavailable'],
    headers: ['Retry-After'],
  },
  OutcomeUnknown: {
    status: 503,
    description: 'Not available right now, or nobody knows yet what came of it.',
    codes: ['unavailable', 'outcome_unknown'],
    headers: ['Retry-After'],
  },
} as const satisfies Readonly<Record<string, CommonResponse>>;

export type CommonResponseName = keyof typeof COMMON_RESPONSES;

export const commonResponse = (name: CommonResponseName): CommonResponse => COMMON_RESPONSES[name];

/** Returns which shared failures this operation may have. */
export function commonResponsesOf(route: RestRoute): readonly CommonResponseName[] {
  const { access, params, method } = route;
  const writes = method !== 'GET';
  return [
    'InvalidInput',
    ...when(access === 'bearer', 'Unauthorized', 'RateLimited'),
    ...when(access === 'partner key', 'PartnerKeyRequired'),
    ...when(params !== undefined, 'NotFound'),
    ...when(takesKey(route), 'IdempotencyConflict'),
    ...when(writes, 'PayloadTooLarge', 'UnsupportedMediaType'),
    'InternalError',
    writes ? 'OutcomeUnknown' : 'Unavailable',
  ];
}

const when = (applies: boolean, ...names: CommonResponseName[]) => (applies ? names : []);
