/**
 * Every rule of the MCP specification by number, in the specification's order. Tests cite a rule by its number in
 * brackets, such as `[MCP-T4]`. `coverage.test.ts` fails in three cases: no test cites a rule, a test cites a rule that
 * is not in this list, or a rule marked `planned` is already tested.
 */
export interface Requirement {
  readonly id: string;
  readonly rule: string;
  /** The rule is not built yet, so no test may cite it. */
  readonly planned?: true;
}

const rule = (id: string, text: string): Requirement => ({ id: `MCP-${id}`, rule: text });

const transport: readonly Requirement[] = [
  rule('T1', 'Only HTTP POST: every other method answers 405 in plain text with Allow: POST'),
  rule('T2', 'Each reply is one application/json object, whatever Accept says'),
  rule('T3', 'Stateless: no session id is given out'),
  rule('T4', 'A message without an id gets 202 with an empty body and needs no token'),
  rule(
    'T5',
    'initialize answers protocolVersion, capabilities with an empty tools object, serverInfo, instructions',
  ),
  rule('T6', 'ping answers an empty result'),
  rule('T7', 'tools/list answers the whole catalogue in one page'),
  rule(
    'T8',
    'Each tool carries title and readOnlyHint; write tools destructiveHint with the stated exceptions',
  ),
  rule(
    'T9',
    'initialize with an unknown protocol version answers the default, with a supported one echoes it',
  ),
  rule('T10', 'An unsupported MCP-Protocol-Version header is refused with 400, a missing one accepted'),
  rule('T11', 'A body over 1 MiB is refused with 413, a Content-Type that is not JSON with 415'),
  rule('T12', 'The catalogue stays under 45 KB and describes every argument'),
  rule(
    'T13',
    'A tool that is not offered on a connection is absent from tools/list and calling it is -32602 with the fixed message',
  ),
];

const revision: readonly Requirement[] = [
  rule(
    'V1',
    'server/discover of 2026-07-28 answers the versions newest first, capabilities, instructions and server info',
  ),
  rule(
    'V2',
    'Every result of 2026-07-28 says resultType complete and server info, tools/list how long it may be kept and that it is private',
  ),
  rule(
    'V3',
    'A method that 2026-07-28 lacks here is 404 with -32601; an unknown tool is -32602 with up to 100 characters of its name',
  ),
  rule('V4', 'Headers that are missing or contradict the body are 400 with -32020'),
  rule('V5', 'The header of 2026-07-28 without the _meta that it requires is 400 with -32602'),
  rule(
    'V6',
    'A version that nobody here speaks is 400 with -32022 and what is spoken, for clients that show a modern _meta; for others as before',
  ),
  rule('V7', 'initialize without the header of 2026-07-28 stays the older handshake and never answers it'),
  rule('V8', 'A preflight allows the headers mcp-method and mcp-name'),
  rule('V9', 'The official client of 2026-07-28 works'),
  rule(
    'V10',
    'A client of 2026-07-28 that declares URL elicitation is asked to show /approve/<id> and goes on by itself after the approval of the owner',
  ),
  rule(
    'V11',
    'No answer of a client stands for the word of the owner; declined is a refusal that charges nothing',
  ),
  rule('V12', 'A request state that is foreign, altered, replayed, expired or of other arguments is refused'),
  rule('V13', 'Every other client gets the refusal with the address, and repeats the call'),
  rule(
    'V14',
    'A client of 2026-07-28 that declares MCP Apps finds views as resources and at tools; every other caller gets the same bytes as without',
  ),
  rule('V15', 'An unknown resource is -32602'),
  rule(
    'V16',
    'A view buys by a meant click of a person alone, once; a confirm without an answer is not sent again, and a connection that may not buy says so',
  ),
];

const authentication: readonly Requirement[] = [
  rule('A1', 'Every request with an id, initialize included, needs a bearer token'),
  rule('A2', 'Tokens are accepted in the header only'),
  rule('A3', 'Every 401 carries the WWW-Authenticate challenge with resource_metadata'),
  rule('A4', 'missing_bearer_token without a token or with an empty one'),
  rule('A5', 'invalid_token for an unknown or malformed one'),
  rule('A6', 'expired_token after its lifetime'),
  rule('A7', 'A request from an origin that is not allowed is refused with 403 forbidden_origin'),
  rule('A8', 'A replaced access token is invalid at once'),
  rule('A9', 'Showing the access token answers the same one while it is valid'),
  rule('A10', 'Both metadata documents at their locations'),
  rule('A11', 'Authorization code flow with PKCE S256'),
  rule('A12', 'Client ID metadata documents'),
  rule('A13', 'Refresh tokens rotate, and a replay revokes every connection of the app'),
  rule('A14', 'Token endpoint errors and rate limit'),
];

const errors: readonly Requirement[] = [
  rule('E1', '-32700 for an empty body or one that is not JSON'),
  rule('E2', '-32600 for a body that is not one JSON object, or has no method'),
  rule('E3', '-32601 for an unknown method, with HTTP 200'),
  rule('E4', '-32602 for tools/call without a name or with an unknown one'),
  rule('E5', 'A missing argument answers "<name> is required."'),
  rule(
    'E6',
    'A wrong-typed argument answers the general unexpected-error message with the reason, in words that lead to the right call',
  ),
  rule('E7', 'A value outside its rule answers a sentence naming argument, rule and value'),
  rule(
    'E8',
    'An unknown argument is refused by its path, with the nearest one, where something is written; a tool that only reads names first what it ignored',
  ),
  rule('E9', 'A record of another account answers exactly as an absent one'),
  rule('E10', 'The general message says whether work may have been saved, and carries a reference'),
  rule('E11', "A carrier's message is passed on word for word"),
  rule('E20', 'Every refusal says what to do next, in names of tools, arguments and fields that exist'),
  rule('E21', 'No note pushes to spend: a preview is for the user, who agrees or not'),
  rule('E12', 'Past the monthly limit the message starts "Label purchase failed — Limit reached: "'),
];

const results: readonly Requirement[] = [
  rule('R1', 'Success: one text block of indented JSON, the same as structuredContent, isError false'),
  rule('R2', 'Refusal: one text block, no structuredContent, isError true'),
  rule('R3', 'Tool names and methods are case-sensitive'),
  rule('R4', 'A preview carries preview: true and a note (message for buy_label) and changes nothing'),
  rule('R5', 'A confirm needs no preview before it'),
];

const limits: readonly Requirement[] = [
  rule('L1', '60 requests a UTC minute and token, then 429 with Retry-After: 60'),
  rule('L2', 'Notifications are not counted; initialize and tools/list are'),
  rule('L3', 'page_size is clamped into 1..50 and page to 1 and above'),
  rule('L4', 'Without the carrier-pickup feature schedule_pickup answers the fixed sentence'),
  rule('L5', 'Without the batch-shipping feature both batch tools answer the fixed sentence'),
  rule('L8', 'Without the business-reporting feature the three report tools answer the fixed sentence'),
  rule(
    'L7',
    'Without the marketing feature the preview says no_entitlement and a confirm answers the fixed sentence',
  ),
  rule('L6', 'bulk_create_orders takes at most 100 orders'),
];

const tools: readonly Requirement[] = [
  rule('O1', 'list_orders answers ready-to-ship orders by default, newest first, with total'),
  rule('O2', 'list_orders takes "active" or one status name; another value lists the accepted names'),
  rule('O3', 'A list row has the stated fields; country is US when blank'),
  rule('O4', 'get_order answers the stated detail'),
  rule('O5', 'ship_to is the saved address, else filled from the customer record, else Current Resident'),
  rule('O6', 'get_label on an order without a label succeeds with has_label false'),
  rule('O7', 'track_order on an order without a label succeeds with null fields'),
  rule('O8', 'list_products matches a substring of name or description, active only, by name'),
  rule('O9', 'create_order makes a Ready to ship order with a number of six characters'),
  rule('O10', 'create_order takes exactly one of customer_id and ship_to'),
  rule('O11', 'A contact with the same name, street1 and ZIP is reused unchanged'),
  rule('O12', 'An item adds or updates the product of its name'),
  rule('O13', 'A live external_order_id returns its order instead of creating one'),
  rule('O14', 'A validation error creates nothing'),
  rule('O15', 'bulk_create_orders creates each order as create_order does, and answers in input order'),
  rule('O16', 'bulk_create_orders saves nothing when one order breaks a rule, and names every problem'),
  rule('O17', 'update_order changes what is given, replaces the lines as a whole, and the totals follow'),
  rule('O18', 'update_order_address saves the address with its check, also one that fails it'),
  rule('O19', 'An order with a label, or shipped, canceled or merged, is not edited'),
  rule('O20', 'cancel_order cancels what has not shipped, and refuses the rest with the reason'),
  rule('O21', 'cancel_order voids the label when possible'),
  rule(
    'O22',
    'list_orders finds orders by number, external id, invoice number, name, e-mail or tracking number, in every status unless one is given',
  ),
  rule(
    'O23',
    'get_order also answers customer, external id, note, last address check, pending refund and discount',
  ),
  rule(
    'O30',
    'track_order, by order or by any number that it had, tells carrier, service, the expected day and the scans with their places; of a voided number it says so',
  ),
  rule(
    'O24',
    'An item without a price, or with one of 0, leaves the catalogue as it is; what changes it is told, and a price that is missing',
  ),
  rule(
    'O25',
    'Control characters, but a line break in notes, and bidirectional overrides are taken out of texts that are saved',
  ),
  rule(
    'O26',
    'update_order changes lines by add_items and remove_items, in which a sku alone stands for its product, and refuses what is not there',
  ),
  rule('S1', 'get_rates answers package_id and rows with rate_id, method, service_level, cheapest first'),
  rule('S2', 'get_rates saves the weight and address check on the order'),
  rule('S3', 'buy_label previews the charge and the balance after it'),
  rule('S4', 'buy_label charges the sealed price and sets label_url and tracking_number'),
  rule('S5', 'A price above max_cost is refused and nothing is charged'),
  rule('S6', 'An order with a label answers that label, purchased: true, and charges nothing'),
  rule('S20', 'A repeated confirm of buy_label answers what the first one charged'),
  rule('S7', 'An edited, expired or foreign rate is refused'),
  rule('S8', 'mark_labels_printed moves orders to LabelPrinted and e-mails their customers once'),
  rule('S9', 'cancel_shipping_label voids once, when the carrier accepts, and the refund follows'),
  rule(
    'S10',
    'trigger_batch_purchase previews what each order would cost and saves nothing but weight and address check',
  ),
  rule('S21', 'A confirmed batch buys each order once; one order failing stops no other'),
  rule(
    'S22',
    'An account has one batch at a time; a confirm meanwhile answers that batch for its own orders, and is refused for others',
  ),
  rule('S23', 'get_batch_status answers the latest batch, or one by id, with all labels in one PDF'),
  rule('S11', 'validate_address answers status, both addresses, what changed and what is to be said of it'),
  rule('S12', 'register_carrier previews the agreement with its token; a confirm must send that token back'),
  rule('S13', 'quote_shipping answers rate rows without rate_id for a destination, and saves nothing'),
  rule('S14', 'An international label comes with a customs form'),
  rule('S15', 'An account that prints by QR gets a QR image where the carrier offers it'),
  rule('S16', 'A voided label leaves its order ready to ship, its label fields cleared'),
  rule(
    'S17',
    'What is declared to customs is what the order lists; it is shown before it is bought, with warnings',
  ),
  rule('S18', 'Goods above 2,500 dollars leave the US with the number of their export filing only'),
  rule(
    'S24',
    'The labels of a batch are one PDF, each with its customs form behind it, made once when the batch ends',
  ),
  rule('S25', 'A label of a batch that was voided says voided, has no links and counts as such'),
  rule('S40', 'rate_id and package_id take at most 160 characters each, whatever was rated'),
  rule(
    'S42',
    'max_charge caps postage, insurance and fee together; above it nothing is held, recharged or charged',
  ),
  rule(
    'S43',
    'A preview of buy_label shows recipient, weight, date, address check, charges, cover and warnings',
  ),
  rule('S44', 'A repeated cancel answers what the first one did, and no refund is promised twice'),
  rule('S41', 'get_rates answers nine rates in under 9.5 KB, the whole message counted'),
  rule('S19', 'Names that a label shows otherwise than they are written are told with rates and preview'),
  rule('S60', 'Every order that gets no label from a batch is named with the reason, in left_out'),
  rule('S61', 'A batch preview shows recipient, place, weight and address check of each order'),
  rule('S62', 'weight_oz of a batch counts for orders without a weight of their own'),
  rule('S63', 'max_charge is the ceiling on everything that a batch charges, insurance included'),
  rule('S64', 'A confirm repeated after its batch has ended answers that batch and buys nothing'),
  rule('S65', 'get_batch_status answers every failed order in problems, and items by page'),
  rule('S66', 'mark_labels_printed takes order_ids or batch_id, exactly one'),
  rule(
    'S71',
    'get_rates with return: true prices the way back of a delivered order or a failed delivery; buy_label with such a rate buys the return label under the same limits, get_label and cancel_shipping_label take return: true',
  ),
  rule(
    'S68',
    'While a void is pending the label is neither bought, printed, handed over nor linked to; get_label, track_order, get_order and rows say void_pending',
  ),
  rule('S67', 'A poll of a batch of 96 orders costs less than 4 KB'),
  rule('P1', 'check_pickup_availability answers for a date'),
  rule('P2', 'schedule_pickup previews eligible_order_ids and confirms with a pickup_id'),
  rule('P3', 'list_pickups and get_pickup answer the stated pickups'),
  rule('P4', 'cancel_pickup cancels and returns the orders to LabelPrinted'),
  rule('P5', 'One live pickup for account, carrier and date, however many confirms come at once'),
  rule('P6', 'A pickup whose last label was voided is canceled, at the latest when somebody reads it'),
  rule('P7', 'A repeated cancel_pickup answers what the first one did'),
  rule('Y1', 'list_connected_platforms answers each connected store with when it was last synced'),
  rule('Y2', 'sync_platform_orders starts one import a store; while it runs, a second call answers that one'),
  rule(
    'Y3',
    'An import brings each order in once, updates what changed before it ships, and re-runs take only news',
  ),
  rule(
    'Y4',
    'get_sync_status answers a job with its counts, which hold even when the import was killed midway',
  ),
  rule(
    'Y5',
    'What a store does to an order after its import reaches it, or is told on it once it has a label; edits made here stay',
  ),
  rule(
    'C1',
    'list_customers finds a part of name, company or e-mail in any case; by name, in pages with a total',
  ),
  rule('C2', 'get_customer answers the full record with recent_orders'),
  rule(
    'C3',
    'create_or_update_customer matches by customer_id or email, changes only fields given, never an e-mail',
  ),
  rule('C4', 'list_lapsed_customers answers who has ordered, but not within the days, with last_order_at'),
  rule(
    'C5',
    'send_customer_email and send_mass_marketing_email preview recipients, words and limit_check, then send',
  ),
  rule(
    'C6',
    'Each address is written to at most once a campaign, across repeats and crashes; doubts are reported',
  ),
  rule('C7', 'Marketing e-mail carries its way out, and who took it is left alone'),
  rule('C8', 'A campaign over the remaining allowance is refused whole'),
  rule('C9', 'An account mails others only after its owner proved its own address by a link'),
  rule(
    'C10',
    'The same e-mail or campaign within 24 hours is told by a preview, and a confirm answers with the first one',
  ),
  rule(
    'C11',
    'Mail to customers is from the shop by its name, answers go to its owner, marketing ends with its postal address; previews show all that as it will be sent',
  ),
  rule(
    'C12',
    '{{first_name}} and {{last_name}} are filled in, a placeholder name is left out; any other {{…}} is refused by its name',
  ),
  rule('B1', 'get_balance answers balance, currency, auto_recharge_amount, auto_recharge_enabled, note'),
  rule('B10', 'get_balance tells what voids will still give back, and the last charge to the payment method'),
  rule('B12', 'get_balance with movements tells a page of the rows of the billing page, newest first'),
  rule(
    'B2',
    'get_subscription_info answers the plan, its features and limits, what is used of them, and the plans to choose from',
  ),
  rule('B3', 'get_referral_info answers code, link, available credit and who joined'),
  rule(
    'B4',
    'redeem_referral_credit previews, then moves referral credit into postage, never more than is there',
  ),
  rule(
    'B5',
    'get_shipping_report answers spend by month; net is postage + fees + insurance - refunds, totals has the keys of a row; refunds count when the balance has them, pending ones apart',
  ),
  rule(
    'B6',
    'get_tax_report answers orders, taxable (the subtotals) and tax by month and state, and by state',
  ),
  rule(
    'B7',
    'get_shipping_analytics answers labels, cost, refunds and net by carrier, service, destination state and day',
  ),
];

const money: readonly Requirement[] = [
  rule('M1', 'Labels are paid from the postage balance; insurance, when on, on top'),
  rule('M2', 'Auto-recharge above 0.01 charges the larger of that amount and the shortfall'),
  rule('M3', 'Auto-recharge of 0.01 charges the shortfall plus 0.30, at least one dollar'),
  rule('M4', 'Auto-recharge of 0: the purchase fails'),
  rule('M5', 'Recharged funds stay when the purchase fails'),
  rule('M8', 'A batch tops up once, before its first label, and its labels carry no fee'),
  rule('M6', 'Two confirms of one order buy one label and charge once'),
  rule(
    'M7',
    'A crash after any step leaves the order labelled with one capture, or untouched with the money back',
  ),
  rule(
    'M9',
    'A void gives postage and insurance back to the balance exactly once, also after a crash at any step',
  ),
];

const owner: readonly Requirement[] = [
  rule(
    'W1',
    'Every confirmed action over MCP and REST stands in the activity log: what, by which token or app, when, about what, amount, request id, outcome; previews and reads do not',
  ),
  rule(
    'W2',
    'An action whose beginning cannot be written to the log is not begun; one whose end is missing says so',
  ),
  rule('W3', '/settings/limits, /settings/activity and /approve cannot be reached by a token'),
  rule('W4', '/settings/activity shows 400 days, newest first, and activity.csv all of them'),
  rule(
    'W5',
    'The form of /settings/limits posts six amounts in dollars, empty is off; a wrong one names field and rule, and changes nothing',
  ),
  rule(
    'W7',
    'A label or a batch that would pass the limit for a label or for a day of its kind of caller is refused in the fixed words, exact under concurrency, and nothing is charged',
  ),
  rule(
    'W8',
    'Today is what was captured or is held since 00:00 in the time zone of the account; a void gives nothing back to it',
  ),
  rule(
    'W9',
    'Above the line a purchase waits for the owner: one order and amount, an hour, used once; a batch is asked about once, for its total',
  ),
  rule('W10', 'get_balance answers spending_limits of the caller’s kind, null where off'),
  rule(
    'W11',
    'The owner’s approval holds for kind, orders, total and the destination of each order: another destination asks anew, and the page shows the one that is approved',
  ),
  rule('W6', 'The owner allows or denies one purchase on /approve/<id>, signed in, by a form of ours'),
];

const flow: readonly Requirement[] = [
  rule('F1', 'The seven steps from list_orders to a scheduled pickup work through the official SDK client'),
];

export const requirements: readonly Requirement[] = [
  ...transport,
  ...revision,
  ...authentication,
  ...errors,
  ...results,
  ...limits,
  ...tools,
  ...money,
  ...owner,
  ...flow,
];
