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
    description: 'The request is invalid; nothing was done. If fields are invalid, `fields` lists them.',
    codes: ['invalid_input'],
  },
  Unauthorized: {
    status: 401,
    description: 'The request has no valid access token.',
    codes: ['missing_bearer_token', 'invalid_token', 'expired_token'],
    headers: ['WWW-Authenticate'],
  },
  PartnerKeyRequired: {
    status: 403,
    description: 'The request has no valid partner key.',
    codes: ['partner_key_required'],
  },
  NotFound: {
    status: 404,
    description: 'The account has no such record.',
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
    description: 'The body is larger than 1 MiB.',
    codes: ['payload_too_large'],
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not JSON, or it is compressed.',
    codes: ['unsupported_media_type'],
  },
  RateLimited: {
    status: 429,
    description: 'This token sent more than 600 requests in a minute.',
    codes: ['rate_limited'],
    headers: ['Retry-After'],
  },
  InternalError: {
    status: 500,
    description:
      'An error on our side. A write may have been carried out: check the result before you repeat it.',
    codes: ['internal_error'],
  },
  Unavailable: {
    status: 503,
    description: 'The service is not available now. Repeat the request after Retry-After seconds.',
    codes: ['unavailable'],
    headers: ['Retry-After'],
  },
  OutcomeUnknown: {
    status: 503,
    description: 'The service is not available now, or it is not known whether the request was carried out.',
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
