export interface ApiChange {
  /** Day of the release, UTC. */
  readonly date: `${number}-${number}-${number}`;
  readonly kind: 'added' | 'changed' | 'fixed' | 'deprecated' | 'removed';
  /** What changed, and what it means for a client. */
  readonly description: string;
}

const TODAY = '2026-11-23';

/** What changed in the REST API, newest first. `/public/changelog` and `/public/docs` show it: write for integrators. */
export const CHANGELOG: readonly ApiChange[] = [
  {
    date: TODAY,
    kind: 'added',
    description:
      'billedByCarrier in rates, prices and purchased labels of an account whose own number with a carrier is in use: the carrier bills the postage, and totalCharge has insurance and fee only. Absent everywhere else.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'Returns: POST and DELETE /public/order/{id}/return, and POST /public/order/{id}/return/label, /received and /complete. A return label is charged like any other.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'Pickup.scanFormUrl: where the SCAN form of a USPS pickup is, minutes after the pickup was booked. null where no form is made.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'Order.storeFulfillment: what the shop of an imported order was told of its label. Whatever the shop changed is asked for right before a purchase, which then is 409 wrong_state once and charges nothing.',
  },
  {
    date: TODAY,
    kind: 'changed',
    description:
      'An edit of the weight ends the rates of before, as one of the address does: to buy one is 409 rate_outdated.',
  },
  {
    date: TODAY,
    kind: 'changed',
    description:
      "A customer's state in the US is a two-letter code or empty: anything else is 400 invalid_input, where it was saved before. What a customer already has may be sent back as it is, and regions of other countries are taken as before.",
  },
  {
    date: TODAY,
    kind: 'changed',
    description:
      'A 401 carries WWW-Authenticate: Bearer realm="/public", with error="invalid_token" for a token that is not valid. It named the OAuth metadata of /mcp before, whose tokens are refused here.',
  },
  {
    date: TODAY,
    kind: 'changed',
    description:
      'A write whose outcome is not known in time is 503 outcome_unknown, also where it was unavailable before: repeat it under its Idempotency-Key, or look.',
  },
  {
    date: TODAY,
    kind: 'changed',
    description:
      'A query parameter that an operation does not have is 400 invalid_input. It was ignored before, so that a mistyped filter answered every record.',
  },
  {
    date: TODAY,
    kind: 'changed',
    description:
      'Under an Idempotency-Key only final answers are kept: after 400, 402, 403, 429, 503 and a 409 conflict_retry the repeated request does the work. An empty key is 400.',
  },
  {
    date: TODAY,
    kind: 'fixed',
    description:
      'A known externalOrderId with another invoiceNumber, or one twice in a batch, is 409 external_order_id_taken and nothing is created. A batch lost the second order before.',
  },
  {
    date: TODAY,
    kind: 'fixed',
    description: 'A compressed request body is 415 unsupported_media_type. It was called malformed JSON.',
  },
  {
    date: TODAY,
    kind: 'added',
    description: 'Every failure carries a code of one closed list beside its sentence.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'X-Request-Id on every answer, RateLimit and RateLimit-Policy on every answer under a token, and a Retry-After that is exact.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'GET /public/order/{id}/tracking, POST /public/order/{id}/void-label and POST /public/validate-address: follow a parcel, void a label and keep its order, check an address.',
  },
  {
    date: TODAY,
    kind: 'added',
    description: 'GET /public/customer/{id} and GET /public/balance.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'Carrier pickups: GET and POST /public/pickups, GET and DELETE /public/pickup/{id}, and POST /public/mark-labels-printed for what they collect.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'Webhooks: POST /public/webhook/rotate-secret (the old secret signs along for 24 hours, so X-Ship-Signature may hold two values), POST /public/webhook/test (its EventType is test), GET /public/webhook/deliveries and POST /public/webhook/deliveries/{id}/replay.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'GET /public/orders takes updatedFrom, externalOrderId and cursor, which pages stably while orders are written; orders have updatedAt.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'POST /public/order and POST /public/orders say in created whether an order is new or was found by its externalOrderId.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'openapi.json describes every header, every failure with its codes, formats, examples and webhooks, and generates clients in TypeScript, Python, Go and Java.',
  },
  {
    date: TODAY,
    kind: 'added',
    description: 'A TypeScript client, @parcelyard/client, at /public/client.tgz.',
  },
  {
    date: TODAY,
    kind: 'added',
    description:
      'Documents and reads carry an ETag, answer If-None-Match with 304, and travel compressed where the client accepts gzip.',
  },
  {
    date: TODAY,
    kind: 'added',
    description: 'GET /public/changelog, and the rules of versioning in /public/docs.',
  },
];
