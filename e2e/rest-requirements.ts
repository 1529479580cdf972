import type { Requirement } from './requirements';

/**
 * Creates a rule of the REST specification. Tests cite these rules by number, like the rules of the MCP specification.
 * The lists below have all rules of the specification, and the rules of decision records.
 */
const rule = (id: string, text: string): Requirement => ({ id: `REST-${id}`, rule: text });

const answers: readonly Requirement[] = [
  rule('E1', 'A success is {success: true, result}, and a failure is {success: false, error}'),
  rule(
    'E2',
    'Invalid input gets 400 with the first problem as a sentence and every problem with the path of its field',
  ),
  rule('E3', 'Unknown fields are ignored'),
  rule('E4', 'Malformed JSON gets 400, another content type 415, and a body over 1 MiB 413'),
  rule('E5', 'An unknown path gets 404, and a wrong method 405 with Allow, both in the envelope'),
  rule('E6', 'An id of another account gets the same answer as an absent id: 404'),
  rule('E7', 'If a service is not available, the answer is 503 with Retry-After'),
  rule(
    'E9',
    'A refusal by the limits of the owner is 403 with code limit_reached, and a refusal by a missing approval is 403 with approval_needed and approvalUrl; neither is stored under an Idempotency-Key',
  ),
  rule('E12', 'An unknown or repeated query parameter gets 400 with its name and the nearest known name'),
  rule('E10', 'Every failure has a code of the closed list, and the status that the list gives for the code'),
  rule(
    'E11',
    'Every answer has X-Request-Id, which this server creates for each request; references, the activity log and the log lines of every service contain the same id',
  ),
  rule(
    'E8',
    'A missing balance gets 402, a limit of the plan 403, a conflicting state 409, and a refusal of a carrier 422 with the words of the carrier',
  ),
];

const customers: readonly Requirement[] = [
  rule('C1', 'Customers are listed in pages of 25 by default and of at most 100'),
  rule('C2', 'email filters the list by the exact address'),
  rule(
    'C3',
    'A customer can be created with only an e-mail address, and has the fields of the Customer object',
  ),
  rule(
    'C4',
    'Customer Exists: 409 with the id of the customer that has the e-mail, exactly also for simultaneous requests',
  ),
  rule('C5', 'PUT changes only the given fields'),
  rule('C7', 'A customer can be read by its id'),
  rule(
    'C8',
    'The state of a customer in the US has two letters; another state that was saved before is accepted without a change',
  ),
  rule('C6', 'Email Change Not Supported: 400, and nothing changes'),
];

const orders: readonly Requirement[] = [
  rule('O1', 'The limits of the fields of the Order creation object are tested at their edges'),
  rule('O2', 'The fields marked required are required'),
  rule('O3', 'The Order object has the stated fields, and amounts are returned as they were given'),
  rule('O4', 'invoiceNumber is unique, exactly also for simultaneous requests: 409'),
  rule('O5', 'An order belongs to the customer with exactly this e-mail'),
  rule(
    'O6',
    'With customerId an order belongs to this customer, and the e-mail is not compared; a customer of another account gets 404',
  ),
  rule(
    'O7',
    'A batch of up to 100 orders is checked completely before anything is saved; problems have the index of their order',
  ),
  rule('O8', 'Orders are listed by status, date, e-mail and invoice number, newest first, in pages'),
  rule('O9', 'PUT changes only the given fields, and is refused after the order has a label'),
  rule('O10', 'DELETE cancels an order; an order that was shipped gets 409 with a reason'),
  rule('O11', 'After a label purchase orderStatus is Label Printed; before it trackingNumber is null'),
  rule('O12', 'If an active order has the externalOrderId, this order is returned; orderDate is saved'),
  rule(
    'O14',
    'The answer to a creation says which orders were created and which existed; an externalOrderId with another invoiceNumber gets 409, and nothing is created',
  ),
  rule(
    'O15',
    'A reader who follows the cursor gets every order once, and no change is lost, also during writes',
  ),
  rule('O13', 'An order has the same values over MCP and REST'),
];

const rating: readonly Requirement[] = [
  rule('R1', 'The members of the rate request and of its result are PascalCase, as stated'),
  rule('R2', 'Zip, Country and the box are required; PackageType is Box or Softpack'),
  rule('R3', 'A quote needs no order and has prices by service level'),
  rule('R4', 'shipping-info returns the rates of an order, and purchase-label buys one of them once'),
];

const moreShipping: readonly Requirement[] = [
  rule(
    'R5',
    'void-label voids the label without deleting the order, refunds once, and says when a carrier has not decided yet or refuses',
  ),
  rule('R6', 'The tracking of an order has the same values as over MCP'),
  rule('R7', 'An address can be checked without being saved'),
  rule(
    'P1',
    'Pickups can be booked, listed, read and canceled; simultaneous requests book one pickup for a carrier and day',
  ),
  rule('P2', 'A pickup without orders or on a closed day gets 409, and 403 if the plan has no pickups'),
  rule('R8', 'After an edit of address or weight, earlier rates are refused'),
  rule('P3', 'Labels can be marked as printed, once each, so that a pickup includes them'),
  rule(
    'P4',
    'A delivered order can be returned: its return label is charged once, tracked, voided and refunded',
  ),
  rule('B1', 'The balance has the same values as over MCP'),
];

const access: readonly Requirement[] = [
  rule('A1', 'REST needs the bearer token of MCP, and every 401 has a WWW-Authenticate challenge'),
  rule('A2', 'Tokens of connected apps are refused with 401'),
  rule('A3', 'Token generation returns the same token while it is valid, with expiresAt'),
  rule('A4', 'Token refresh ends the old token at once on MCP and REST'),
  rule('A5', 'Accounts are created with a configured partner key; a missing or another key gets 403'),
  rule('A6', 'Many accounts can be created in one request, with a result for each'),
];

const limits: readonly Requirement[] = [
  rule(
    'L1',
    'A token allows 600 requests a minute over REST, counted separately from MCP; further requests get 429 with Retry-After',
  ),
  rule('L2', 'A repeated write with the same Idempotency-Key gets the first status and answer'),
  rule('L3', 'A key with another body or route gets 409'),
  rule('L4', 'Simultaneous requests with one key do the work once, over all gateways'),
  rule(
    'L5',
    'If the process that works for a key crashes, the key is free after its lease; 5xx answers are not stored',
  ),
  rule(
    'L7',
    'Only final answers are stored under a key: if a repeated request may get another answer, it runs again; an empty key gets 400',
  ),
  rule(
    'L8',
    'Every answer to a request with a token describes the rate limit in RateLimit-Policy and RateLimit, exactly over all gateways; the Retry-After of a 429 says when requests are accepted again',
  ),
  rule('L6', 'A key is valid for 24 hours, and only in its account or for its partner'),
];

const documents: readonly Requirement[] = [
  rule('D1', 'openapi.json is a valid OpenAPI 3.1 document with every route, and needs no token'),
  rule('D2', 'Requests generated from the document never get a 5xx'),
  rule('D3', 'The guide works without scripts, and every operation and code has an address'),
  rule(
    'D9',
    'The code of the guide, copied in each language, buys a label for a new account, and the sample of every operation works',
  ),
  rule('D4', 'Every operation has an example: its request is accepted, and its answer fits the schema'),
  rule('D5', 'The published schemas of requests accept and refuse the same values as the server'),
  rule('D10', 'The document lists every status, code and header that an operation may return'),
  rule('D11', 'The document describes the event of the webhook, its headers and its verification'),
  rule(
    'D6',
    'Documents and reads have an ETag, and If-None-Match gets 304 with the headers of the rate limit',
  ),
  rule('D7', 'Answers to reads are compressed if the request accepts gzip, except answers with a secret'),
  rule(
    'D8',
    'The changelog needs no token, lists the newest change first, and is in the docs together with the rules of versioning',
  ),
];

const client: readonly Requirement[] = [
  rule('T1', 'The TypeScript client has every operation of the published document under its operationId'),
  rule(
    'T2',
    'The client repeats a request only after a failure that may pass, and repeats a write only with the same key',
  ),
  rule('T3', 'Errors of the client have status, code, fields and request id, also if a proxy answered'),
  rule(
    'T5',
    'The server offers the client as a package that works and has types without other packages of Parcelyard',
  ),
  rule(
    'T4',
    'verifyWebhook accepts a body that the secret signed recently, and refuses it after the change of one byte',
  ),
];

const webhook: readonly Requirement[] = [
  rule(
    'W1',
    'POST registers one URL for an account and returns it with a whsec_ secret; a second POST replaces the URL',
  ),
  rule('W2', 'GET returns the same fields and creates a secret if there is none'),
  rule('W3', 'DELETE ends deliveries and keeps the secret'),
  rule(
    'W4',
    'Only absolute http(s) URLs on public hosts are accepted, and the host is checked again for every connection',
  ),
  rule('W5', 'An order causes one event, five minutes after its first label; scans of carriers cause none'),
  rule('W16', 'If the label of an event is voided, one event label_voided follows for the order'),
  rule(
    'W6',
    'A failed delivery is repeated after 5 minutes times the number of attempts, at most 60 minutes, up to ten times',
  ),
  rule('W7', 'The members of the payload are exactly the PascalCase names of the specification'),
  rule(
    'W8',
    'Deliveries have X-Ship-Event-Id, X-Ship-Timestamp and a signature that other programs can verify',
  ),
  rule('W9', 'A failed delivery can be replayed'),
  rule('W10', 'Redirects are not followed'),
  rule('W11', 'An endpoint that does not answer delays no other account'),
  rule('W12', 'After kill -9 of orders, shipping or NATS, an order has one event with one EventId'),
  rule(
    'W13',
    'A rotation creates a new secret; for 24 hours the old secret also signs, and never more than two secrets sign',
  ),
  rule(
    'W14',
    'A test event is sent at once, once, signed and with the fields of an event of an order, and the answer says whether it was delivered',
  ),
  rule('W15', 'The delivery log is read in pages over REST, and a delivery in it can be replayed'),
];

export const restRequirements: readonly Requirement[] = [
  ...answers,
  ...customers,
  ...orders,
  ...rating,
  ...moreShipping,
  ...access,
  ...limits,
  ...documents,
  ...client,
  ...webhook,
];
