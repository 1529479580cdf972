import type { Requirement } from './requirements';

/**
 * Creates a rule of the REST specification. The list has every rule by number, and the rules of decision records. Tests
 * cite them in the same way as the rules of the MCP specification.
 */
const rule = (id: string, text: string): Requirement => ({ id: `REST-${id}`, rule: text });

const answers: readonly Requirement[] = [
  rule('E1', 'Success is {success: true, result}, failure {success: false, error}'),
  rule(
    'E2',
    'Invalid input is 400 with the first problem in words and every problem by the path of its field',
  ),
  rule('E3', 'Unknown fields are ignored'),
  rule('E4', 'Malformed JSON is 400, another content type 415, a body over 1 MiB 413'),
  rule('E5', 'An unknown path is 404, a wrong method 405 with Allow, both in the envelope'),
  rule('E6', 'Absent and foreign ids answer alike, 404'),
  rule('E7', 'A service that is away is 503 with Retry-After'),
  rule(
    'E9',
    'What the owner’s limits or missing approval refuse is 403 with code limit_reached, or approval_needed with approvalUrl, and is not kept under an Idempotency-Key',
  ),
  rule('E12', 'An unknown or repeated query parameter is 400 and named, with the one that was meant'),
  rule('E10', 'Every failure carries a code of the closed list, and the status that the list gives it'),
  rule(
    'E11',
    'Every answer carries X-Request-Id, an id of ours for one request, which its references, the activity log and the log lines of every service that it reaches name, too',
  ),
  rule('E8', 'Balance 402, plan limit 403, state 409, carrier refusal 422 in the words of the carrier'),
];

const customers: readonly Requirement[] = [
  rule('C1', 'Customers are listed with pagination; pages of 25, of 100 at most'),
  rule('C2', 'email filters the list exactly'),
  rule('C3', 'A customer is created with an e-mail alone and has the shape of the Customer object'),
  rule('C4', 'Customer Exists: 409 with the id of the customer who has the e-mail, exact under concurrency'),
  rule('C5', 'PUT changes only the supplied fields'),
  rule('C7', 'One customer is read by its id'),
  rule('C8', 'A customer’s state is a two-letter code in the US; one that was saved before may be sent back'),
  rule('C6', 'Email Change Not Supported: 400, and nothing changes'),
];

const orders: readonly Requirement[] = [
  rule('O1', 'Field lengths and forms of the Order creation object are held at their edges'),
  rule('O2', 'The fields marked required are required'),
  rule('O3', 'The Order object has the stated fields; amounts are as supplied'),
  rule('O4', 'invoiceNumber is unique, exact under concurrency: 409'),
  rule('O5', 'Orders attach to the customer of the exact e-mail'),
  rule('O6', 'customerId attaches to that customer and skips e-mail matching; a foreign one is 404'),
  rule('O7', 'A batch of up to 100 is checked whole first; problems are named by index'),
  rule('O8', 'Orders are listed by status, date, e-mail and invoice number, newest first, with pagination'),
  rule('O9', 'PUT changes only the supplied fields and is refused once the order has a label'),
  rule('O10', 'DELETE cancels; 409 with a reason once shipped'),
  rule('O11', 'orderStatus is Label Printed after a label purchase; trackingNumber is null before'),
  rule('O12', 'externalOrderId of a live order answers that order; orderDate is kept'),
  rule(
    'O14',
    'Creation says what was created and what was found; an externalOrderId under another invoiceNumber is 409, and nothing is created',
  ),
  rule(
    'O15',
    'A walk with a cursor answers every order once, by its changes none is lost, whatever is written meanwhile',
  ),
  rule('O13', 'An order is the same over both interfaces'),
];

const rating: readonly Requirement[] = [
  rule('R1', 'Rate request and result are PascalCase with the stated members'),
  rule('R2', 'Zip, Country and the box are required; PackageType is Box or Softpack'),
  rule('R3', 'A quote needs no order and has prices by service level'),
  rule('R4', 'shipping-info answers the rates of an order, purchase-label buys one of them once'),
];

const moreShipping: readonly Requirement[] = [
  rule(
    'R5',
    'void-label voids without deleting the order, refunds once, and tells a carrier that waits or refuses',
  ),
  rule('R6', 'Tracking of an order is what MCP tells of it'),
  rule('R7', 'An address is checked without being saved'),
  rule(
    'P1',
    'Pickups are booked, listed, read and canceled; one for a carrier and day however many book at once',
  ),
  rule('P2', 'A pickup without orders or on a closed day is 409, by a plan without pickups 403'),
  rule('R8', 'An edit of address or weight ends the rates of before'),
  rule('P3', 'Labels are marked printed, once each, so that a pickup takes them'),
  rule('P4', 'A delivered order is sent back by a label that is charged once, followed, voided and refunded'),
  rule('B1', 'The balance is what MCP tells'),
];

const access: readonly Requirement[] = [
  rule('A1', 'The bearer token of MCP is needed; every 401 carries a WWW-Authenticate challenge'),
  rule('A2', 'Tokens of connected apps are refused with 401'),
  rule('A3', 'Token generation answers the same token while it is valid, with expiresAt'),
  rule('A4', 'Token refresh ends the old token at once on both interfaces'),
  rule('A5', 'Accounts are created with a configured partner key; none or another is 403'),
  rule('A6', 'Many accounts are created with a result each'),
];

const limits: readonly Requirement[] = [
  rule('L1', '600 requests a minute and token in a window of its own: 429 with Retry-After'),
  rule('L2', 'An Idempotency-Key answers a repeated write with the first status and answer'),
  rule('L3', 'The key with another body or route is 409'),
  rule('L4', 'Concurrent requests with one key do the work once, over all gateways'),
  rule('L5', 'A key whose holder crashed is free again when its lease has run out; 5xx answers are not kept'),
  rule(
    'L7',
    'Only final answers are kept under a key: what trying again can change runs again; an empty key is 400',
  ),
  rule(
    'L8',
    'Every answer under a token tells the window in RateLimit-Policy and RateLimit, exact over all gateways, and 429 says in Retry-After when it opens again',
  ),
  rule('L6', 'A key lives 24 hours, in its account or partner alone'),
];

const documents: readonly Requirement[] = [
  rule('D1', 'openapi.json is a valid OpenAPI 3.1 document that covers every route, without a token'),
  rule('D2', 'Requests made from the document never get a 5xx'),
  rule('D3', 'The guide is read without scripts, and every operation and code has an address of its own'),
  rule(
    'D9',
    'Whoever copies the guide’s code gets from nothing to a label in each language, and every operation’s sample works',
  ),
  rule('D4', 'Every operation shows an example: its request is taken, and its answer fits the schema'),
  rule('D5', 'The published rules of requests give the same verdict as the server'),
  rule('D10', 'The document names every status, code and header that an operation may answer'),
  rule('D11', 'The document shows the webhook’s event, its headers and how to verify it'),
  rule(
    'D6',
    'Documents and reads have an ETag and answer If-None-Match with 304, headers of the limit included',
  ),
  rule('D7', 'What is read travels compressed where gzip is accepted, and never when it holds a secret'),
  rule(
    'D8',
    'The changelog is read without a token, newest change first, and stands in the docs with the rules of versioning',
  ),
];

const client: readonly Requirement[] = [
  rule('T1', 'The TypeScript client has every operation of the published document under its operationId'),
  rule('T2', 'The client tries again what passes, a write always under one key, and nothing else'),
  rule('T3', 'What the client throws tells status, code, fields and request id, whoever answered'),
  rule('T5', 'The server hands the client out as a package that works and is typed without anything of ours'),
  rule('T4', 'verifyWebhook takes what the secret signed just now, and nothing that differs in a byte'),
];

const webhook: readonly Requirement[] = [
  rule(
    'W1',
    'POST registers one URL an account and answers it with a whsec_ secret; posting again replaces it',
  ),
  rule('W2', 'GET answers the same shape and makes a secret where there is none'),
  rule('W3', 'DELETE ends deliveries and keeps the secret'),
  rule('W4', 'Only absolute http(s) URLs on public hosts are taken, judged again at every connection'),
  rule('W5', 'One event an order, five minutes after its first label, and none for carrier scans'),
  rule('W16', 'A void of the label that the event told of is told as label_voided, once an order'),
  rule('W6', 'A failed delivery is tried again after 5 minutes times the attempt, 60 at most, ten times'),
  rule('W7', 'The payload is PascalCase to the letter'),
  rule('W8', 'Deliveries carry X-Ship-Event-Id, X-Ship-Timestamp and a signature that others can check'),
  rule('W9', 'A failed delivery can be replayed'),
  rule('W10', 'Redirects are not followed'),
  rule('W11', 'An endpoint that hangs delays no other account'),
  rule('W12', 'kill -9 of orders, shipping or NATS leaves an order one event with one EventId'),
  rule(
    'W13',
    'A rotated secret is a new one; the old one signs along for 24 hours, after it and no third beside it',
  ),
  rule(
    'W14',
    'A test event arrives at once, once, signed, in the shape of an order’s, and the answer says what became of it',
  ),
  rule('W15', 'The delivery log is read page by page over REST, and a delivery of it is replayed'),
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
