import type { Reason } from '@parcelyard/reasons/reasons';

/** How a reason appears over MCP. */
export type Cause =
  /** The tool refuses its sample call. `args` are arguments that replace those of the sample call. */
  | { kind: 'refusal'; tool: string; when: string; args?: object | undefined; field?: string | undefined }
  /** A note in an answer. The call is not refused. */
  | { kind: 'note'; tool: string; when: string; args?: object | undefined; field?: string | undefined }
  /** A refusal that any tool may return. */
  | { kind: 'any tool'; when: string; field?: string | undefined }
  /** No tool returns this reason: it is for another surface, for operators or for calls between services. */
  | { kind: 'elsewhere'; where: string };

const refuses = (tool: string, when: string, args?: object, field?: string): Cause => ({
  kind: 'refusal',
  tool,
  when,
  args,
  field,
});
const noteWhen = (tool: string, when: string, args?: object, field?: string): Cause => ({
  kind: 'note',
  tool,
  when,
  args,
  field,
});
const anyTool = (when: string, field?: string): Cause => ({ kind: 'any tool', when, field });
const elsewhere = (where: string): Cause => ({ kind: 'elsewhere', where });

const CONFIRM = { confirm: true };
const PAGES = elsewhere('the pages');
const REST = elsewhere('REST');
const OPERATORS = elsewhere('operators');
const HOOKS = elsewhere('outside services that post to us');
const SERVICES = elsewhere('services among themselves');

const confirmed = (tool: string, when: string, field?: string) => refuses(tool, when, CONFIRM, field);
const buying = (when: string, field?: string) => confirmed('buy_label', when, field);
const batching = (when: string, field?: string) => confirmed('trigger_batch_purchase', when, field);
const pickup = (when: string, field?: string) => confirmed('schedule_pickup', when, field);
const joined = (when: string, args: object = {}) =>
  noteWhen('schedule_pickup', when, { ...CONFIRM, ...args });
const mailing = (when: string, field?: string) => confirmed('send_customer_email', when, field);
const registering = (when: string) =>
  refuses('register_carrier', when, { ...CONFIRM, agreement_token: 'agr…' }, 'agreement_token');
const creating = (when: string, field: string) => refuses('create_order', when, undefined, field);
const BUSY = 'several calls change the same record at once';

/**
 * Every reason, with the call in which it appears. TypeScript requires a line here for a new reason. `npm run messages`
 * then writes docs/messages-table.md.
 */
export const REASON_CALLS: Readonly<Record<Reason, Cause>> = {
  // common
  internal: elsewhere('answered by the general message instead'),
  unavailable: anyTool('a service does not answer'),
  storage_full: anyTool('the database has no room to write'),
  busy: anyTool('a service has too many calls at once'),
  text: anyTool('a carrier or a store wrote the sentence'),
  problems: refuses(
    'bulk_create_orders',
    'several fields break rules; the message names each of them',
    undefined,
  ),
  field_required: anyTool('a field is blank where text is needed', 'ship_to.zip'),
  field_not_one_of: anyTool('a value is not in the list of allowed values', 'carrier'),
  plan_lacks_feature: refuses(
    'get_shipping_report',
    'the plan does not include the feature; the same for other tools that need a plan',
  ),
  hook_not_configured: HOOKS,
  hook_signature_wrong: HOOKS,
  hook_unreadable: HOOKS,
  no_dead_letter: OPERATORS,
  consumer_not_here: OPERATORS,
  event_failed_again: OPERATORS,

  // auth
  account_not_found: OPERATORS,
  account_not_forgotten: PAGES,
  email_in_use: PAGES,
  email_malformed: PAGES,
  password_length: PAGES,
  password_wrong: PAGES,
  credentials_wrong: PAGES,
  signed_out: PAGES,
  address_verified_already: PAGES,
  verification_link_used: PAGES,
  quota_exceeded: confirmed(
    'send_mass_marketing_email',
    'the account mailed others too often within the hour',
  ),
  access_token_unreadable: PAGES,
  consent_answered: PAGES,
  oauth_grant_invalid: elsewhere('the token endpoint'),
  too_many_app_lookups: PAGES,
  first_answer_unreadable: REST,
  activity_not_recorded: buying("the account's activity log cannot be written"),

  // billing
  amount_out_of_range: OPERATORS,
  count_out_of_range: SERVICES,
  plan_unknown: PAGES,
  plan_not_selectable: PAGES,
  shipment_limit_reached: buying("the month's shipments are used up"),
  marketing_not_included: mailing('the plan has no marketing e-mail'),
  marketing_limit_reached: confirmed(
    'send_mass_marketing_email',
    'the campaign has more recipients than e-mails are left this month',
  ),
  label_limit_passed: buying("the charge is above the owner's limit for a label"),
  day_limit_passed: buying("the charge is above what is left of the owner's limit for a day"),
  approval_needed: buying('the owner wants to be asked about a charge this high'),
  approval_foreseen: noteWhen('buy_label', 'a preview of a charge that the owner wants to be asked about'),
  approval_denied: buying('the owner said no to this charge'),
  approval_declined: buying('the user declined to open the address, over MCP 2026-07-28'),
  approval_unusable: buying('the approval has expired, was used, or is for another charge'),
  approval_not_found: PAGES,
  approval_decided: PAGES,
  reservation_ended: SERVICES,
  labels_of_another_kind: buying('only one of payments and carriers is a sandbox'),
  insufficient_balance: buying('the balance does not cover the charge and auto-recharge is off'),
  payment_declined: buying('the payment method is declined'),
  payment_method_not_accepted: OPERATORS,
  card_setup_not_found: PAGES,
  card_setup_unfinished: PAGES,
  card_pages_unavailable: PAGES,
  no_card_to_manage: PAGES,
  payment_gateway_silent: buying('the payment gateway does not answer'),
  payment_gateway_misconfigured: buying("the payment gateway refuses this installation's key"),
  earlier_recharge_unsettled: buying('an earlier charge to the card is not settled'),
  recharged_for_another: buying('another purchase recharges the balance at that moment'),
  balance_busy: buying(BUSY),
  allowance_busy: confirmed('send_mass_marketing_email', BUSY),
  hold_not_begun: SERVICES,
  batch_recharge_not_begun: SERVICES,
  nothing_held: SERVICES,
  nothing_charged: SERVICES,
  hold_resolved: SERVICES,
  purchase_given_up: SERVICES,
  purchase_not_yours: SERVICES,
  batch_recharge_given_up: SERVICES,
  referral_code_unknown: PAGES,
  referral_too_late: PAGES,
  no_referral_credit: refuses('redeem_referral_credit', 'no credit is left'),
  referral_credit_exceeded: refuses(
    'redeem_referral_credit',
    'less credit is left',
    { amount: 20 },
    'amount',
  ),

  // customers
  customer_not_found: refuses('get_customer', 'the customer does not exist, or belongs to another account'),
  customer_or_email_required: elsewhere('the tool itself refuses first'),
  mail_address_malformed: refuses(
    'create_or_update_customer',
    'email is not an e-mail address',
    { email: 'ada@' },
    'email',
  ),
  customer_email_taken: refuses(
    ...([
      'create_or_update_customer',
      'another customer has the e-mail address',
      { customer_id: 5001 },
      'email',
    ] as const),
  ),
  customer_email_fixed: refuses(
    ...([
      'create_or_update_customer',
      'the customer has another e-mail address',
      { customer_id: 5001 },
      'email',
    ] as const),
  ),
  contact_incomplete: SERVICES,
  contact_changing: creating('two orders of a new contact are created at once', 'ship_to'),
  letter_too_long: mailing('the subject is too long', 'subject'),
  field_not_one_line: mailing('the subject has a line break', 'subject'),
  merge_field_unknown: refuses(
    'send_customer_email',
    'the text contains an unknown placeholder',
    { body: 'Dear {{company}},' },
    'body',
  ),
  segment_days_range: elsewhere('the tool itself refuses first'),
  segment_empty: confirmed('send_mass_marketing_email', 'no customer in the segment can be e-mailed'),
  campaign_not_found: SERVICES,
  customer_unreachable: refuses(
    'send_customer_email',
    'the customer has no e-mail address, or only a placeholder',
  ),
  customer_unsubscribed: refuses('send_customer_email', 'the customer has unsubscribed'),
  customer_bounced: refuses('send_customer_email', 'an earlier mail to the customer came back'),
  customer_complained: refuses('send_customer_email', 'the customer reported an earlier mail as spam'),
  own_address_unverified: mailing("the account's own address is not verified"),
  recipient_malformed: SERVICES,
  reply_to_link_invalid: PAGES,
  unsubscribe_link_invalid: PAGES,

  // orders
  order_not_found: refuses('get_order', 'the order does not exist, or belongs to another account'),
  order_being_changed: refuses('update_order', BUSY),
  invoice_number_taken: REST,
  external_order_id_taken: REST,
  external_order_id_repeated: REST,
  cursor_not_intact: REST,
  cursor_of_other_filters: REST,
  order_ended: refuses('update_order', 'the order is canceled, merged or refunded'),
  order_shipped: refuses('update_order', 'the order has shipped'),
  order_labelled: refuses('update_order', 'the order has a label'),
  return_step_refused: REST,
  order_held_by_purchase: refuses('update_order', 'a label for the order is being bought'),
  order_relabelled: confirmed('cancel_order', 'the order got another label while it was being canceled'),
  nothing_to_change: elsewhere('the tool itself refuses first'),
  order_not_held: SERVICES,
  label_incomplete: SERVICES,
  label_printed_before: noteWhen('mark_labels_printed', 'skipped: the label was already marked printed'),
  order_has_no_label: noteWhen('mark_labels_printed', 'skipped: the order has no label'),
  order_past_printing: noteWhen('mark_labels_printed', 'skipped: the parcel has left'),
  void_pending: buying('the carrier has not yet accepted the void of the label'),
  label_replaced: noteWhen('mark_labels_printed', 'skipped: another label was bought meanwhile'),
  order_needs_one_recipient: creating('customer_id and ship_to are both given, or both left out', ''),
  field_not_positive: creating('weight_oz is 0 or less', 'weight_oz'),
  field_negative: creating('a price is below 0', 'items[0].price'),
  field_outside: creating('an amount is out of range', 'tax'),
  field_not_counting: creating('a quantity is 0', 'items[0].quantity'),
  field_below_one: OPERATORS,
  field_not_country_code: creating('the country has three letters', 'ship_to.country'),
  field_not_hs_code: creating('the code has four digits', 'items[0].hs_code'),
  items_cost_too_much: creating('the items cost too much together', 'items'),
  lines_replaced_and_changed: refuses(
    'update_order',
    'items is given together with add_items or remove_items',
    { add_items: [{ sku: 'MUG-B' }] },
    'items',
  ),
  line_not_there: refuses(
    'update_order',
    'the order has no such line',
    { remove_items: [{ sku: 'MUG-B' }] },
    'remove_items[0]',
  ),
  line_has_fewer: refuses(
    'update_order',
    'the call removes more pieces than the order has',
    { remove_items: [{ sku: 'MUG-B', quantity: 3 }] },
    'remove_items[0].quantity',
  ),
  sku_unknown: refuses(
    'update_order',
    'a sku is given without a name, and neither the order nor the catalog has the sku',
    { add_items: [{ sku: 'MUG-B' }] },
    'add_items[0].sku',
  ),
  order_has_too_many_lines: refuses('update_order', 'the order would have too many lines'),
  discount_too_high: creating('the discount is higher than the total before it', 'discount'),
  at_place: refuses(
    'bulk_create_orders',
    'one order names a customer that does not exist',
    undefined,
    'orders[3]',
  ),
  too_many_orders: elsewhere('the tool itself refuses first'),
  too_many_named: SERVICES,
  status_filter_unknown: refuses('list_orders', 'no status has that name', { status: 'Shipped' }, 'status'),
  status_unknown: OPERATORS,
  status_name_unknown: OPERATORS,
  field_text_too_long: elsewhere('the tool itself refuses first'),
  field_not_a_day: REST,
  from_after_to: refuses(
    ...(['get_tax_report', 'from is after to', { from: '2026-02-02', to: '2026-02-01' }, 'from'] as const),
  ),
  span_too_long: refuses(
    ...([
      'get_tax_report',
      'the period is longer than ten years',
      { from: '2001-01-01', to: '2026-02-01' },
      'from',
    ] as const),
  ),
  orders_changing_too_fast: OPERATORS,
  store_canceled: noteWhen('get_order', 'the order was canceled in its store'),
  store_canceled_labelled: noteWhen('get_order', 'the order was canceled in its store, and has a label'),
  store_fulfilled: noteWhen('get_order', 'the store shows the order as fulfilled'),
  store_fulfilled_labelled: noteWhen(
    'get_order',
    'the store shows the order as fulfilled, and the order has a label',
  ),
  store_withholds: noteWhen('get_order', 'the store shows that the order must not be shipped now'),
  store_changed_labelled: noteWhen(
    'get_order',
    'the order was changed in its store after the label was bought',
  ),
  store_changed_edited: noteWhen('get_order', 'the order was changed in its store after it was edited here'),
  store_changed_order: buying('the order was changed in its store after the last import'),
  store_write_refused: noteWhen('get_order', 'the store refused the fulfillment'),
  store_withdraw_refused: noteWhen(
    'get_order',
    'the store refused to cancel the fulfillment of a voided label',
  ),
  store_write_unanswered: noteWhen('get_order', 'the store did not answer for an hour'),
  store_write_disconnected: noteWhen(
    'get_order',
    'the store was disconnected before it was notified of the label',
  ),
  store_status_invalid: PAGES,
  import_job_not_found: refuses('get_sync_status', 'the job does not exist, or belongs to another account', {
    job_id: 401,
  }),
  imports_contended: refuses('sync_platform_orders', BUSY),
  no_platform_connected: refuses('sync_platform_orders', 'no store is connected'),
  platform_not_connected: refuses('sync_platform_orders', 'no store of this platform is connected', {
    platform: 'shopify',
  }),
  another_store_connected: PAGES,
  store_refused_access: PAGES,
  store_no_answer: PAGES,
  shopify_credentials_missing: PAGES,
  shopify_app_missing: PAGES,
  not_from_shopify: PAGES,
  store_keys_need_https: PAGES,
  store_code_wrong: PAGES,
  store_code_gone: PAGES,
  store_order_not_found: OPERATORS,
  install_not_begun_here: PAGES,
  shop_invalid: PAGES,
  store_url_invalid: PAGES,
  field_not_among: refuses(
    'sync_platform_orders',
    'no platform has that name',
    { platform: 'etsy' },
    'platform',
  ),
  field_not_within: elsewhere('the tool itself refuses first'),
  field_length: PAGES,
  url_refused: PAGES,
  no_webhook_url: REST,
  webhook_secret_lost: REST,
  delivery_not_found: REST,

  // pickups
  pickup_date_invalid: elsewhere('the tool itself refuses first'),
  pickup_text_too_long: elsewhere('the tool itself refuses first'),
  pickup_outside_us: refuses(
    'check_pickup_availability',
    'the ship-from address is not in the United States',
  ),
  pickup_day_past: pickup('the day is past'),
  pickup_day_weekend: pickup('the day is on a weekend'),
  pickup_day_holiday: pickup('the day is a federal holiday'),
  pickup_cutoff_over: pickup('it is too late for that day'),
  pickup_day_too_far: pickup('the day is too far ahead'),
  nothing_to_pick_up: pickup('no printed label is waiting for a pickup'),
  pickup_being_booked: pickup('another call is booking or canceling the pickup'),
  pickup_booking_unknown: pickup('the carrier did not answer'),
  pickup_addition_unknown: pickup('another call is adding orders to the pickup'),
  pickup_cancellation_unknown: confirmed('cancel_pickup', 'the carrier did not answer'),
  pickup_changed: confirmed('cancel_pickup', BUSY),
  pickup_being_changed: confirmed('cancel_pickup', 'another call is changing the pickup'),
  pickup_not_found: refuses('get_pickup', 'the pickup does not exist, or belongs to another account'),
  pickup_canceled_before: noteWhen('cancel_pickup', 'a repeated confirm', CONFIRM),
  pickup_collected_already: confirmed('cancel_pickup', 'the parcels were collected'),
  pickup_never_collected: confirmed('cancel_pickup', 'the day passed without a collection'),
  pickup_over: confirmed('cancel_pickup', 'the day of the pickup has passed'),
  pickup_void_pending: noteWhen(
    'get_pickup',
    'the carrier has not yet accepted the void of a label of the pickup',
  ),
  pickup_empty: noteWhen('get_pickup', 'the last label of the pickup was voided a moment ago'),
  pickup_was_empty: noteWhen('get_pickup', 'the last label of the pickup was voided'),
  pickup_booked_already: joined('a pickup is already booked'),
  pickup_closed_for_more: joined('a pickup is already booked, and no orders can be added'),
  pickup_nothing_to_add: joined('a pickup is already booked, and no other printed label is waiting'),
  pickup_full: joined('a pickup is already booked, and it is full'),
  pickup_orders_added: joined('a pickup is already booked, and orders were added'),
  pickup_orders_left_out: joined('a pickup is already booked, and not all orders could be added'),
  pickup_leaves_out_seller: noteWhen('schedule_pickup', 'another seller sold some of the labels', CONFIRM),
  pickup_location_kept: joined('a pickup is already booked, at another location', { location: 'Porch' }),
  pickup_instructions_kept: joined('a pickup is already booked, with other instructions', {
    instructions: 'Ring twice',
  }),
  pickup_terms_kept: joined('a pickup is already booked, with another location and other instructions', {
    location: 'Porch',
    instructions: 'Ring',
  }),

  // shipping
  not_positive: elsewhere('the tool itself refuses first'),
  sides_not_together: elsewhere('the tool itself refuses first'),
  zip_not_us: refuses('quote_shipping', 'the ZIP is not a US ZIP', { to_zip: '1010' }, 'to_zip'),
  zip_code_not_us: PAGES,
  country_not_us: PAGES,
  state_not_us: PAGES,
  line_too_long: PAGES,
  print_setting_unknown: OPERATORS,
  time_zone_unknown: PAGES,
  carrier_refused: buying('the carrier refuses; its message is passed on unchanged'),
  carrier_no_answer: confirmed('cancel_shipping_label', 'the carrier did not answer'),
  seller_not_configured: confirmed('cancel_shipping_label', 'the seller of the label is not set up any more'),
  carrier_not_sandbox: OPERATORS,
  carrier_extends_no_pickup: joined(
    'a pickup is already booked; this sentence follows "nothing can be added now:"',
  ),
  account_number_malformed: refuses(
    ...([
      'register_carrier',
      'the number contains other characters',
      { account_number: '#' },
      'account_number',
    ] as const),
  ),
  agreement_token_not_intact: registering('the token was changed'),
  agreement_token_of_another_account: registering('the token was issued to another account'),
  agreement_token_of_another_carrier: registering('the token is for another carrier'),
  agreement_changed: registering('the agreement has a new text'),
  agreement_token_expired: registering('the token is older than 24 hours'),
  carrier_account_not_found: OPERATORS,
  carrier_accounts_not_named: OPERATORS,
  carrier_account_id_malformed: OPERATORS,
  carrier_account_of_deployment: OPERATORS,
  carrier_account_of_another: OPERATORS,
  seal_not_intact: buying('rate_id was changed', 'rate_id'),
  seal_of_another_account: buying('rate_id was issued to another account', 'rate_id'),
  seal_of_another_order: buying('rate_id was issued for another order', 'rate_id'),
  seals_of_two_ratings: buying('rate_id and package_id were issued by two calls'),
  differs_from_rate: buying('method is not the method of the rate', 'method'),
  rate_expired: buying('the rate is older than 24 hours'),
  address_changed_since_rating: buying('the ship-to address or the weight was changed'),
  ship_from_changed_since_rating: buying('the ship-from address was changed'),
  carrier_account_out_of_use: buying(
    "the rate is from the account's own carrier account, which is no longer in use",
    'rate_id',
  ),
  rate_of_seller_out_of_use: buying('the seller of the rate no longer sells the service', 'rate_id'),
  carrier_price_raised: buying('the carrier charges more than its rate'),
  charge_above_max_charge: buying('the charge is above max_charge', 'max_charge'),
  price_above_max_cost: refuses('buy_label', 'the postage is above max_cost', { max_cost: 10 }, 'max_cost'),
  itn_malformed: refuses('buy_label', 'the number has another form', { itn: 'X1' }, 'itn'),
  export_filing_needed: refuses('buy_label', 'goods that are sent abroad need a filing'),
  return_not_requested: REST,
  order_not_ready_to_ship: refuses('buy_label', 'the order has another status'),
  order_without_weight: noteWhen(
    'trigger_batch_purchase',
    'left out: neither the order nor the call has a weight',
  ),
  order_canceled: refuses('get_rates', 'the order is canceled'),
  order_merged: refuses('get_rates', 'the order was merged'),
  already_labelled: noteWhen('trigger_batch_purchase', 'left out: the order already has a label', {
    order_ids: [10001],
  }),
  no_rates: noteWhen('trigger_batch_purchase', 'left out: no carrier offers a rate', { order_ids: [10001] }),
  purchase_failed: buying('the purchase is refused; the reason follows the dash'),
  purchase_out_of_time: buying('the purchase was not done in time'),
  purchase_carrier_silent: buying('the carrier did not answer and sold nothing'),
  purchase_carrier_unavailable: buying("the carrier's service is down"),
  purchase_carrier_busy: buying('the carrier accepts no more calls'),
  purchase_unresolved: buying('it is not yet known whether the carrier sold a label'),
  purchase_by_another: buying('another call is buying the label'),
  order_contended: buying(BUSY),
  order_forgot_label: buying('the orders database was restored from a backup'),
  label_file_not_found: PAGES,
  label_file_void_pending: PAGES,
  label_file_voided: PAGES,
  labels_voided: PAGES,
  labels_changed: PAGES,
  order_not_returnable: refuses('get_rates', 'the order was not delivered', { return: true }, 'order_id'),
  tracking_number_unknown: refuses('track_order', 'no label of the account has the number', {
    order_id: undefined,
    tracking_number: '9400111899223197428490',
  }),
  no_label_to_scan: OPERATORS,
  no_label_to_void: refuses('cancel_shipping_label', 'the order has no label'),
  label_being_bought: refuses('cancel_shipping_label', 'the label is being bought'),
  label_voided: confirmed('cancel_shipping_label', 'the label was already voided'),
  parcel_scanned: refuses('cancel_shipping_label', 'the carrier has scanned the parcel'),
  batch_not_found: refuses('get_batch_status', 'the batch does not exist, or belongs to another account', {
    batch_id: 301,
  }),
  no_batch_yet: refuses('get_batch_status', 'the account has no batch yet'),
  batch_running: batching('a batch for other orders is running'),
  batch_too_long: elsewhere('the tool itself refuses first'),
  batch_nothing_to_buy: batching('no order is ready and has a weight'),
  batch_no_order_buyable: batching(
    'every order is refused; the message contains the reason for the first order',
  ),
  batch_above_max_total: refuses(
    'trigger_batch_purchase',
    'the postage is above max_total',
    { max_total: 10, confirm: true },
    'max_total',
  ),
  batch_above_max_charge: refuses(
    'trigger_batch_purchase',
    'the charge is above max_charge',
    { max_charge: 10, confirm: true },
    'max_charge',
  ),
  label_above_max_per_label: noteWhen(
    'trigger_batch_purchase',
    'left out: the postage is above max_per_label',
    { max_per_label: 10 },
    'max_per_label',
  ),
  batch_is_full: noteWhen('trigger_batch_purchase', 'left out: more than 500 orders are ready'),
  order_without_batch_label: noteWhen('mark_labels_printed', 'skipped: the purchase of the label failed', {
    order_ids: undefined,
    batch_id: 301,
  }),
  batch_balance_insufficient: batching('the balance does not cover the batch and auto-recharge is off'),
  batch_payment_unanswered: batching('the payment gateway did not answer'),
  batch_label_not_begun: noteWhen(
    'get_batch_status',
    "an item's error: the purchase of its label was not started in time",
  ),
  labelled_outside_batch: noteWhen(
    'get_batch_status',
    "an item's error: its label was bought outside the batch",
  ),
  batches_contended: batching(BUSY),
};
