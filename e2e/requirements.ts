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
  rule('T1', 'Only HTTP POST is allowed: every other method gets 405 in plain text with Allow: POST'),
  rule('T2', 'Each reply is one application/json object, independent of the Accept header'),
  rule('T3', 'The server is stateless: it creates no session id'),
  rule('T4', 'A message without an id gets 202 with an empty body and needs no token'),
  rule(
    'T5',
    'initialize returns protocolVersion, capabilities with an empty tools object, serverInfo and instructions',
  ),
  rule('T6', 'ping returns an empty result'),
  rule('T7', 'tools/list returns the whole catalogue in one page'),
  rule(
    'T8',
    'Each tool has title and readOnlyHint; tools that write have destructiveHint, except those that the specification names',
  ),
  rule(
    'T9',
    'initialize with a supported protocol version returns this version, with an unknown version it returns the default',
  ),
  rule('T10', 'An unsupported MCP-Protocol-Version header is refused with 400; a missing header is accepted'),
  rule('T11', 'A body over 1 MiB is refused with 413, and a Content-Type that is not JSON with 415'),
  rule('T12', 'The catalogue is smaller than 45 KB and describes every argument'),
  rule(
    'T13',
    'A tool that a connection may not use is absent from tools/list, and a call of it gets -32602 with the fixed message',
  ),
];

const revision: readonly Requirement[] = [
  rule(
    'V1',
    'server/discover of 2026-07-28 returns the versions, newest first, capabilities, instructions and server info',
  ),
  rule(
    'V2',
    'Every result of 2026-07-28 has resultType complete and the server info; tools/list also says how long it may be cached and that it is private',
  ),
  rule(
    'V3',
    'A method of 2026-07-28 that this server does not have gets 404 with -32601; an unknown tool gets -32602 with up to 100 characters of its name',
  ),
  rule('V4', 'Headers that are missing or contradict the body get 400 with -32020'),
  rule('V5', 'The header of 2026-07-28 without the _meta that this revision requires gets 400 with -32602'),
  rule(
    'V6',
    'An unsupported version gets 400 with -32022 and the supported versions if the request has a _meta of 2026-07-28; other requests get the answer of the older revisions',
  ),
  rule(
    'V7',
    'initialize without the header of 2026-07-28 is the handshake of the older revisions and never returns 2026-07-28',
  ),
  rule('V8', 'A preflight allows the headers mcp-method and mcp-name'),
  rule('V9', 'The official client of 2026-07-28 works'),
  rule(
    'V10',
    'A client of 2026-07-28 that declares URL elicitation is asked to show /approve/<id>, and continues by itself after the owner has approved',
  ),
  rule(
    'V11',
    'No answer of a client replaces the approval of the owner; when the client declines, the purchase is refused and nothing is charged',
  ),
  rule(
    'V12',
    'A request state that is from elsewhere, altered, replayed, expired or made for other arguments is refused',
  ),
  rule('V13', 'Every other client gets the refusal with the address of the page, and repeats the call'),
  rule(
    'V14',
    'A client of 2026-07-28 that declares MCP Apps gets views as resources and in the tools; every other client gets the same bytes as without views',
  ),
  rule('V15', 'An unknown resource gets -32602'),
  rule(
    'V16',
    'A view buys only after a click of a person, and once; it does not repeat a confirm that got no answer, and shows when the connection may not buy',
  ),
];

const authentication: readonly Requirement[] = [
  rule('A1', 'Every request with an id, including initialize, needs a bearer token'),
  rule('A2', 'Tokens are accepted only in the header'),
  rule('A3', 'Every 401 has the WWW-Authenticate challenge with resource_metadata'),
  rule('A4', 'A missing or empty token gets missing_bearer_token'),
  rule('A5', 'An unknown or malformed token gets invalid_token'),
  rule('A6', 'A token after its lifetime gets expired_token'),
  rule('A7', 'A request from an origin that is not allowed is refused with 403 forbidden_origin'),
  rule('A8', 'A replaced access token is invalid at once'),
  rule('A9', 'A valid access token that is shown again is the same token'),
  rule('A10', 'Both metadata documents are at their locations'),
  rule('A11', 'The authorization code flow works with PKCE S256'),
  rule('A12', 'Clients may identify themselves by client ID metadata documents'),
  rule('A13', 'Refresh tokens rotate, and a replayed refresh token revokes every connection of the app'),
  rule('A14', 'The token endpoint has the specified errors and a rate limit'),
];

const errors: readonly Requirement[] = [
  rule('E1', 'A body that is empty or not JSON gets -32700'),
  rule('E2', 'A body that is not one JSON object, or has no method, gets -32600'),
  rule('E3', 'An unknown method gets -32601 with HTTP 200'),
  rule('E4', 'tools/call without a name or with an unknown name gets -32602'),
  rule('E5', 'A missing argument gets "<name> is required."'),
  rule(
    'E6',
    'An argument of the wrong type gets the general unexpected-error message with the reason, which leads to the right call',
  ),
  rule('E7', 'A value that breaks a rule gets a sentence with the argument, the rule and the value'),
  rule(
    'E8',
    'A tool that writes refuses an unknown argument by its path and names the nearest argument; a tool that only reads first lists the arguments that it ignored',
  ),
  rule('E9', 'A record of another account gets exactly the answer of an absent record'),
  rule('E10', 'The general message says whether work may have been saved, and has a reference'),
  rule('E11', 'A message of a carrier is returned without changes'),
  rule('E20', 'Every refusal says what to do next, with names of tools, arguments and fields that exist'),
  rule('E21', 'No note urges to spend: a preview is for the user, who decides'),
  rule('E12', 'Above the monthly limit the message starts with "Label purchase failed — Limit reached: "'),
];

const results: readonly Requirement[] = [
  rule('R1', 'A success is one text block of indented JSON, equal to structuredContent, with isError false'),
  rule('R2', 'A refusal is one text block without structuredContent, with isError true'),
  rule('R3', 'Tool names and methods are case-sensitive'),
  rule('R4', 'A preview has preview: true and a note (buy_label: message) and changes nothing'),
  rule('R5', 'A confirm works without a preview before it'),
];

const limits: readonly Requirement[] = [
  rule('L1', 'A token allows 60 requests in a UTC minute; further requests get 429 with Retry-After: 60'),
  rule('L2', 'Notifications are not counted; initialize and tools/list are'),
  rule('L3', 'page_size is limited to 1 to 50, and page to 1 and more'),
  rule('L4', 'Without the carrier-pickup feature schedule_pickup returns the fixed sentence'),
  rule('L5', 'Without the batch-shipping feature both batch tools return the fixed sentence'),
  rule('L8', 'Without the business-reporting feature the three report tools return the fixed sentence'),
  rule(
    'L7',
    'Without the marketing feature a preview says no_entitlement, and a confirm returns the fixed sentence',
  ),
  rule('L6', 'bulk_create_orders accepts at most 100 orders'),
];

const tools: readonly Requirement[] = [
  rule('O1', 'list_orders returns orders that are ready to ship by default, newest first, with total'),
  rule(
    'O2',
    'list_orders accepts "active" or the name of a status; the refusal of another value lists these names',
  ),
  rule('O3', 'A row of list_orders has the stated fields; a blank country is US'),
  rule('O4', 'get_order returns the stated fields'),
  rule(
    'O5',
    'ship_to is the saved address, otherwise the address of the customer, otherwise Current Resident',
  ),
  rule('O6', 'get_label for an order without a label succeeds with has_label false'),
  rule('O7', 'track_order for an order without a label succeeds with null fields'),
  rule('O8', 'list_products finds active products by a part of name or description and sorts them by name'),
  rule('O9', 'create_order creates an order with the status Ready to ship and a number of six characters'),
  rule('O10', 'create_order needs exactly one of customer_id and ship_to'),
  rule('O11', 'A contact with the same name, street1 and ZIP is used again without changes'),
  rule('O12', 'An item creates or updates the product with its name'),
  rule('O13', 'If an active order has the external_order_id, this order is returned and none is created'),
  rule('O14', 'A validation error creates nothing'),
  rule(
    'O15',
    'bulk_create_orders creates each order in the same way as create_order, and returns them in the order of the input',
  ),
  rule('O16', 'bulk_create_orders saves nothing when one order breaks a rule, and names every problem'),
  rule(
    'O17',
    'update_order changes the given fields; items replace all lines, and the totals are computed again',
  ),
  rule('O18', 'update_order_address saves the address with its check, also if the check fails'),
  rule('O19', 'An order with a label, or one that was shipped, canceled or merged, cannot be edited'),
  rule('O20', 'cancel_order cancels orders that were not shipped, and refuses others with the reason'),
  rule('O21', 'cancel_order voids the label when possible'),
  rule(
    'O22',
    'list_orders finds orders by number, external id, invoice number, name, e-mail or tracking number, in every status if no status is given',
  ),
  rule(
    'O23',
    'get_order also returns customer, external id, note, last address check, pending refund and discount',
  ),
  rule(
    'O30',
    'track_order finds a parcel by its order or by each tracking number that the order had, and returns carrier, service, expected day and scans with their places; for a voided number it says that it was voided',
  ),
  rule(
    'O24',
    'An item without a price, or with price 0, does not change the catalogue; the answer lists changes of the catalogue and missing prices',
  ),
  rule(
    'O25',
    'Control characters and bidirectional overrides are removed from texts that are saved; line breaks in notes stay',
  ),
  rule(
    'O26',
    'update_order changes lines by add_items and remove_items; a sku alone means its product, and an absent line or product is refused',
  ),
  rule('S1', 'get_rates returns package_id and rows with rate_id, method and service_level, cheapest first'),
  rule('S2', 'get_rates saves the weight and address check on the order'),
  rule('S3', 'buy_label previews the charge and the balance after it'),
  rule('S4', 'buy_label charges the sealed price and sets label_url and tracking_number'),
  rule('S5', 'A price above max_cost is refused and nothing is charged'),
  rule(
    'S6',
    'For an order with a label, buy_label returns this label with purchased: true and charges nothing',
  ),
  rule('S20', 'A repeated confirm of buy_label returns what the first confirm charged'),
  rule('S7', 'A rate that was edited, has expired or belongs to another order is refused'),
  rule('S8', 'mark_labels_printed changes orders to LabelPrinted and sends their customers one e-mail'),
  rule('S9', 'cancel_shipping_label voids the label once; the refund follows after the carrier has accepted'),
  rule(
    'S10',
    'trigger_batch_purchase previews the cost of each order and saves only weights and address checks',
  ),
  rule(
    'S21',
    'A confirmed batch buys one label for each order; an order that fails does not stop the others',
  ),
  rule(
    'S22',
    'An account has one batch at a time; a confirm during a batch returns this batch if it has the same orders, and is refused otherwise',
  ),
  rule(
    'S23',
    'get_batch_status returns the latest batch, or the batch with an id, with all labels in one PDF',
  ),
  rule(
    'S11',
    'validate_address returns the status, both addresses, what changed and remarks about the address',
  ),
  rule('S12', 'register_carrier previews the agreement with its token; a confirm must have this token'),
  rule('S13', 'quote_shipping returns rate rows without rate_id for a destination, and saves nothing'),
  rule('S14', 'An international label has a customs form'),
  rule('S15', 'An account that prints by QR code gets a QR image if the carrier offers it'),
  rule('S16', 'After the void of its label, an order is ready to ship and its label fields are empty'),
  rule(
    'S17',
    'The customs declaration is what the order lists; it is shown with warnings before the purchase',
  ),
  rule('S18', 'Goods worth more than 2,500 dollars leave the US only with the number of their export filing'),
  rule(
    'S24',
    'The labels of a batch are one PDF, in which a customs form follows its label; the PDF is created once, when the batch ends',
  ),
  rule('S25', 'A voided label of a batch has the status voided and no links, and is counted as voided'),
  rule('S40', 'rate_id and package_id have at most 160 characters each'),
  rule(
    'S42',
    'max_charge limits the sum of postage, insurance and fee; above it nothing is held, recharged or charged',
  ),
  rule(
    'S43',
    'A preview of buy_label shows recipient, weight, date, address check, charges, insurance and warnings',
  ),
  rule('S44', 'A repeated cancel returns the result of the first, and promises no second refund'),
  rule('S41', 'The whole message of get_rates with nine rates is smaller than 9.5 KB'),
  rule('S19', 'If a label shows a name differently from the order, rates and preview say so'),
  rule('S60', 'left_out lists every order that gets no label from a batch, with the reason'),
  rule('S61', 'A batch preview shows recipient, place, weight and address check of each order'),
  rule('S62', 'weight_oz of a batch is used for orders without a weight'),
  rule('S63', 'max_charge limits everything that a batch charges, including insurance'),
  rule('S64', 'If a confirm is repeated after its batch has ended, it returns this batch and buys nothing'),
  rule('S65', 'get_batch_status returns every failed order in problems, and items in pages'),
  rule('S66', 'mark_labels_printed needs exactly one of order_ids and batch_id'),
  rule(
    'S71',
    'get_rates with return: true returns prices of a return label for a delivered order or a failed delivery; buy_label with such a rate buys the return label under the same limits; get_label and cancel_shipping_label accept return: true',
  ),
  rule(
    'S68',
    'While a void is pending, the label has no link and cannot be bought again, printed or handed over; get_label, track_order, get_order and rows say void_pending',
  ),
  rule('S67', 'An answer of get_batch_status for a batch of 96 orders is smaller than 4 KB'),
  rule('P1', 'check_pickup_availability says whether a pickup is possible on a date'),
  rule('P2', 'schedule_pickup previews eligible_order_ids and confirms with a pickup_id'),
  rule('P3', 'list_pickups and get_pickup return the stated pickups'),
  rule('P4', 'cancel_pickup cancels and returns the orders to LabelPrinted'),
  rule('P5', 'An account has one active pickup for a carrier and date, also after simultaneous confirms'),
  rule('P6', 'A pickup whose last label was voided is canceled, at the latest when it is read'),
  rule('P7', 'A repeated cancel_pickup returns the result of the first'),
  rule('Y1', 'list_connected_platforms returns each connected store with the time of its last import'),
  rule(
    'Y2',
    'sync_platform_orders starts one import for each store; a second call during an import returns this import',
  ),
  rule(
    'Y3',
    'An import creates each order once and updates orders that changed before they were shipped; a repeated import reads only changes',
  ),
  rule(
    'Y4',
    'get_sync_status returns a job with its counts, which are right even if the process was killed during the import',
  ),
  rule(
    'Y5',
    'If a store changes an order after its import, the order is changed, or, if it has a label, shows a note; edits made in Parcelyard stay',
  ),
  rule(
    'C1',
    'list_customers finds a part of name, company or e-mail in upper or lower case, and returns pages sorted by name with a total',
  ),
  rule('C2', 'get_customer returns the full record with recent_orders'),
  rule(
    'C3',
    'create_or_update_customer finds the customer by customer_id or email and changes only the given fields, never the e-mail',
  ),
  rule(
    'C4',
    'list_lapsed_customers returns customers who have ordered, but not within the given days, with last_order_at',
  ),
  rule(
    'C5',
    'send_customer_email and send_mass_marketing_email preview recipients, text and limit_check, and then send',
  ),
  rule(
    'C6',
    'A campaign sends at most one mail to an address, also after repeats and crashes; mails whose outcome is unknown are reported',
  ),
  rule('C7', 'A marketing e-mail has a link to unsubscribe, and unsubscribed addresses get no marketing'),
  rule('C8', 'If a campaign is larger than the remaining allowance, no mail of it is sent'),
  rule('C9', 'An account can mail others only after its owner has confirmed its own address by a link'),
  rule(
    'C10',
    'If the same e-mail or campaign was sent within 24 hours, a preview says so, and a confirm returns the first one',
  ),
  rule(
    'C11',
    'Mail to customers has the name of the shop as sender, replies go to the owner, and marketing ends with the postal address of the shop; previews show the mail exactly',
  ),
  rule(
    'C12',
    '{{first_name}} and {{last_name}} are replaced by the name, or by nothing for a placeholder name; every other {{…}} is refused by its name',
  ),
  rule('B1', 'get_balance returns balance, currency, auto_recharge_amount, auto_recharge_enabled and note'),
  rule('B10', 'get_balance shows the expected refunds of voids and the last charge to the payment method'),
  rule('B12', 'get_balance with movements returns a page of the rows of the billing page, newest first'),
  rule(
    'B2',
    'get_subscription_info returns the plan with its features and limits, how much of them is used, and the available plans',
  ),
  rule('B3', 'get_referral_info returns code, link, available credit and the accounts that joined'),
  rule(
    'B4',
    'redeem_referral_credit previews, then moves referral credit to the postage balance, never more than exists',
  ),
  rule(
    'B5',
    'get_shipping_report returns spend by month; net is postage + fees + insurance - refunds, and totals has the same keys as a row; refunds count when the balance has them, and pending refunds are separate',
  ),
  rule(
    'B6',
    'get_tax_report returns orders, taxable (the subtotals) and tax by month and state, and by state',
  ),
  rule(
    'B7',
    'get_shipping_analytics returns labels, cost, refunds and net by carrier, service, destination state and day',
  ),
];

const money: readonly Requirement[] = [
  rule('M1', 'The postage balance pays for labels, and for insurance if it is on'),
  rule('M2', 'Auto-recharge above 0.01 charges this amount or the shortfall, whichever is larger'),
  rule('M3', 'Auto-recharge of 0.01 charges the shortfall plus 0.30, at least one dollar'),
  rule('M4', 'Auto-recharge of 0: the purchase fails'),
  rule('M5', 'Recharged money stays on the balance when the purchase fails'),
  rule('M8', 'A batch recharges once, before its first label, and its labels have no fee'),
  rule('M6', 'Two confirms of one order buy one label and charge once'),
  rule(
    'M7',
    'After a crash at any step, the order has a label that was captured once, or it is unchanged and the money is released',
  ),
  rule(
    'M9',
    'A void returns postage and insurance to the balance exactly once, also after a crash at any step',
  ),
];

const owner: readonly Requirement[] = [
  rule(
    'W1',
    'Every confirmed action over MCP and REST is in the activity log with action, token or app, time, subject, amount, request id and outcome; previews and reads are not in the log',
  ),
  rule(
    'W2',
    'If the start of an action cannot be written to the log, the action is not started; if its end is missing, the log says so',
  ),
  rule('W3', 'A token cannot open /settings/limits, /settings/activity and /approve'),
  rule('W4', '/settings/activity shows 400 days, newest first, and activity.csv shows all of them'),
  rule(
    'W5',
    'The form of /settings/limits has six amounts in dollars, and an empty amount is no limit; a wrong amount is refused with field and rule, and nothing changes',
  ),
  rule(
    'W7',
    'A label or a batch above the limit for one label or one day is refused in the fixed words, exactly also for simultaneous calls, and nothing is charged; assistants and apps have separate limits',
  ),
  rule(
    'W8',
    'The limit for a day counts what was captured or is held since 00:00 in the time zone of the account; a void does not lower this sum',
  ),
  rule(
    'W9',
    'A purchase above the approval amount waits for the owner; an approval is for one order and amount, expires after an hour and is used once; a batch needs one approval, for its total',
  ),
  rule('W10', 'get_balance returns the spending_limits of this kind of caller; a limit that is off is null'),
  rule(
    'W11',
    'An approval is valid for kind, orders, total and the destination of each order: another destination needs another approval, and the page shows the approved destination',
  ),
  rule(
    'W6',
    'The signed-in owner allows or denies one purchase with a form on /approve/<id>; the form is accepted only if this server created it',
  ),
];

const flow: readonly Requirement[] = [
  rule('F1', 'The seven steps from list_orders to a scheduled pickup work with the official SDK client'),
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
