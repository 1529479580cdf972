/**
 * Codes for programs. The sentence next to a code is for people. The published document lists all codes.
 * @see [REST-E10]
 */
export const REST_CODES = {
  invalid_input: { status: 400, means: 'A field breaks a rule; `fields` names each one.' },
  missing_bearer_token: { status: 401, means: 'No access token in the header Authorization.' },
  invalid_token: { status: 401, means: 'The access token is unknown, was replaced, or is of another kind.' },
  expired_token: { status: 401, means: 'The access token has expired; get a new one.' },
  unauthorized: { status: 401, means: 'A wrong e-mail or password.' },
  insufficient_balance: { status: 402, means: 'The postage balance does not cover the charge.' },
  payment_declined: { status: 402, means: 'The payment method refused the recharge.' },
  partner_key_required: { status: 403, means: 'No configured partner key.' },
  plan_feature_missing: { status: 403, means: 'The plan lacks the feature.' },
  limit_reached: { status: 403, means: 'A limit of the plan or of the owner is used up.' },
  approval_needed: { status: 403, means: 'The owner wants to be asked first, at `approvalUrl`.' },
  approval_denied: { status: 403, means: 'The owner has said no.' },
  forbidden: { status: 403, means: 'The account may not do this.' },
  not_found: { status: 404, means: 'No such record in this account, or no such address.' },
  method_not_allowed: { status: 405, means: 'The address answers other methods only; see Allow.' },
  customer_exists: { status: 409, means: 'A customer has this e-mail; `customerId` is its id.' },
  account_exists: { status: 409, means: 'An account has this e-mail.' },
  invoice_number_taken: { status: 409, means: 'A live order has this invoice number.' },
  external_order_id_taken: { status: 409, means: 'A live order has this external id and says otherwise.' },
  wrong_state: { status: 409, means: 'The state of the record does not allow it.' },
  rate_outdated: { status: 409, means: 'The rate is not of this order as it is now; rate it again.' },
  max_cost_exceeded: { status: 409, means: 'The postage is above `maxCost`; nothing was charged.' },
  max_charge_exceeded: { status: 409, means: 'The whole charge is above `maxCharge`; nothing was charged.' },
  conflict_retry: { status: 409, means: 'Another request is changing the same record; repeat this one.' },
  idempotency_key_reused: { status: 409, means: 'The Idempotency-Key was used for another request.' },
  payload_too_large: { status: 413, means: 'The body is over 1 MiB.' },
  unsupported_media_type: { status: 415, means: 'The body is not JSON.' },
  carrier_refused: { status: 422, means: 'The carrier said no; the sentence has its own words.' },
  rate_limited: { status: 429, means: 'Too many requests; repeat after Retry-After seconds.' },
  internal_error: { status: 500, means: 'Our fault; the sentence has a reference.' },
  outcome_unknown: { status: 503, means: 'It may have been done: look before you repeat it with a new key.' },
  unavailable: {
    status: 503,
    means: 'Not available now; repeat after Retry-After seconds, a write under its Idempotency-Key.',
  },
} as const satisfies Readonly<Record<string, { status: number; means: string }>>;

export type RestCode = keyof typeof REST_CODES;
