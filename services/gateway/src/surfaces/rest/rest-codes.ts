/**
 * The codes of all failures, for programs. The published document lists each code with its status and meaning.
 * @see [REST-E10]
 */
export const REST_CODES = {
  invalid_input: {
    status: 400,
    means: 'The request is invalid. If fields are invalid, `fields` lists them.',
  },
  missing_bearer_token: { status: 401, means: 'The header Authorization contains no access token.' },
  invalid_token: {
    status: 401,
    means: 'The access token is unknown or was replaced, or it belongs to a connected app.',
  },
  expired_token: { status: 401, means: 'The access token has expired; get a new one.' },
  unauthorized: { status: 401, means: 'The e-mail address or the password is wrong.' },
  insufficient_balance: { status: 402, means: 'The postage balance does not cover the charge.' },
  payment_declined: { status: 402, means: 'The payment method refused the recharge.' },
  partner_key_required: { status: 403, means: 'The request has no valid partner key.' },
  plan_feature_missing: { status: 403, means: 'The plan does not include the feature.' },
  limit_reached: { status: 403, means: 'A limit of the plan or a spending limit of the owner is reached.' },
  approval_needed: { status: 403, means: 'The owner must first approve the purchase at `approvalUrl`.' },
  approval_denied: { status: 403, means: 'The owner denied the purchase.' },
  forbidden: { status: 403, means: 'The account is not allowed to do this.' },
  not_found: { status: 404, means: 'The account has no such record, or the path does not exist.' },
  method_not_allowed: {
    status: 405,
    means: 'The path does not support this method; the header Allow lists the methods that it supports.',
  },
  customer_exists: {
    status: 409,
    means: 'A customer with this e-mail address exists already; `customerId` is the id of this customer.',
  },
  account_exists: { status: 409, means: 'An account with this e-mail address exists already.' },
  invoice_number_taken: {
    status: 409,
    means: 'An active order (not canceled or merged) already has this invoice number.',
  },
  external_order_id_taken: {
    status: 409,
    means:
      'An active order (not canceled or merged) has this externalOrderId but another invoiceNumber, or two orders of the request have this externalOrderId.',
  },
  wrong_state: { status: 409, means: 'The state of the record does not allow the request.' },
  rate_outdated: { status: 409, means: 'The rate is no longer valid for the order; get new rates.' },
  max_cost_exceeded: { status: 409, means: 'The postage is above `maxCost`; nothing was charged.' },
  max_charge_exceeded: { status: 409, means: 'The total charge is above `maxCharge`; nothing was charged.' },
  conflict_retry: { status: 409, means: 'Another request is changing the same record; repeat the request.' },
  idempotency_key_reused: { status: 409, means: 'The Idempotency-Key was used for another request.' },
  payload_too_large: { status: 413, means: 'The body is larger than 1 MiB.' },
  unsupported_media_type: { status: 415, means: 'The body is not JSON, or it is compressed.' },
  carrier_refused: {
    status: 422,
    means: 'The carrier refused, or no carrier offers a rate; `error` gives the reason.',
  },
  rate_limited: { status: 429, means: 'Too many requests; repeat the request after Retry-After seconds.' },
  internal_error: { status: 500, means: 'An error on our side; `error` contains its reference.' },
  outcome_unknown: {
    status: 503,
    means:
      'The request may have been carried out. Repeat it with the same Idempotency-Key, or check the result before you send it with a new key.',
  },
  unavailable: {
    status: 503,
    means:
      'The service is not available now. Repeat the request after Retry-After seconds; repeat a write with the same Idempotency-Key.',
  },
} as const satisfies Readonly<Record<string, { status: number; means: string }>>;

export type RestCode = keyof typeof REST_CODES;
