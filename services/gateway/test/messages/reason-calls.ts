import type { Reason } from '@parcelyard/reasons/reasons';

/** What brings a reason about over MCP. */
export type Cause =
  /** Refuses the sample call of a tool, with other arguments where some matter. */
  | { kind: 'refusal'; tool: string; when: string; args?: object | undefined; field?: string | undefined }
  /** Stands in an answer beside its data, and refuses nothing. */
  | { kind: 'note'; tool: string; when: string; args?: object | undefined; field?: string | undefined }
  /** May refuse any tool. */
  | { kind: 'any tool'; when: string; field?: string | undefined }
  /** No tool's answer says it: another surface, an operator, or services among themselves. */
  | { kind: 'elsewhere'; where: string };

const refuses = (tool: string, when: string, args?: object, field?: string): Cause => ({
  ...{ kind: 'refusal', tool, when, args, field },
});
const stands = (tool: string, when: string, args?: object, field?: string): Cause => ({
  ...{ kind: 'note', tool, when, args, field },
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
const joined = (when: string, args: object = {}) => stands('schedule_pickup', when, { ...CONFIRM, ...args });
const mailing = (when: string, field?: string) => confirmed('send_customer_email', when, field);
const registering = (when: string) =>
  refuses('register_carrier', when, { ...CONFIRM, agreement_token: 'agr…' }, 'agreement_token');
const creating = (when: string, field: string) => refuses('create_order', when, undefined, field);
const BUSY = 'several calls change the same record at once';

/**
 * Every reason, with the call that brings it about. A new reason needs a line here: TypeScript asks for it, and
 * `npm run messages` then writes docs/messages-table.md.
 */
export const REASON_CALLS: Readonly<Record<Reason, Cause>> = {
  // common
  internal: elsewhere('answered by the general message instead'),
  unavailable: anyTool('a service does not answer'),
  busy: anyTool('a service has more calls than it takes'),
  text: anyTool('a carrier or store said it, or an earlier version kept it'),
  problems: refuses('bulk_create_orders', 'several fields break rules: each is told', undefined),
  field_required: anyTool('a field is blank where text is needed', 'ship_to.zip'),
  field_not_one_of: anyTool('a value is none of a closed list', 'carrier'),
  plan_lacks_feature: refuses('get_shipping_report', 'the plan lacks the feature; other gated tools alike'),
  hook_not_configured: HOOKS,
  hook_signature_wrong: HOOKS,
  hook_unreadable: HOOKS,
  no_dead_letter: OPERATORS,
  consumer_not_here: OPERATORS,
  event_failed_again: OPERATORS,

  // auth
  account_not_found: OPERATORS,
  email_in_use: PAGES,
  email_malformed: PAGES,
  password_length: PAGES,
  password_wrong: PAGES,
  credentials_wrong: PAGES,
  signed_out: PAGES,
  address_verified_already: PAGES,
  verification_link_used: PAGES,
  budget_spent: confirmed('send_mass_marketing_email', 'the account mailed others too often within the hour'),
  access_token_unreadable: PAGES,
  approval_answered: PAGES,
  oauth_grant_invalid: elsewhere('the token endpoint'),
  too_many_app_lookups: PAGES,
  first_answer_unreadable: REST,
  activity_not_recorded: buying("the account's activity log takes nothing"),

  // billing
  amount_out_of_range: OPERATORS,
  count_out_of_range: SERVICES,
  plan_unknown: PAGES,
  plan_not_selectable: PAGES,
  shipment_limit_reached: buying("the month's shipments are used up"),
  marketing_not_included: mailing('the plan has no marketing e-mail'),
  marketing_limit_reached: confirmed('send_mass_marketing_email', "more recipients than the month's e-mails"),
  label_limit_passed: buying("the charge is above the owner's limit for a label"),
  day_limit_passed: buying("the charge is above what is left of the owner's limit for a day"),
  approval_needed: buying('the owner wants to be asked about a charge this high'),
  approval_foreseen: stands('buy_label', 'a preview of a charge that the owner wants to be asked about'),
  approval_denied: buying('the owner said no to this charge'),
  approval_declined: buying('the user declined to open the address, over MCP 2026-07-28'),
  approval_unusable: buying('the approval is expired, used, or for another charge'),
  approval_not_found: PAGES,
  approval_decided: PAGES,
  reservation_ended: SERVICES,
  insufficient_balance: buying('the balance does not cover the charge and auto-recharge is off'),
  payment_declined: buying('the payment method is declined'),
  payment_method_not_accepted: OPERATORS,
  payment_gateway_silent: buying('the payment gateway gives no answer'),
  payment_gateway_misconfigured: buying("the payment gateway refuses this installation's key"),
  earlier_recharge_unsettled: buying('an earlier charge to the card is not settled'),
  recharged_for_another: buying('another purchase recharges the balance at that moment'),
  balance_busy: buying(BUSY),
  allowance_busy: confirmed('send_mass_marketing_email', BUSY),
  hold_not_begun: SERVICES,
  top_up_not_begun: SERVICES,
  nothing_held: SERVICES,
  nothing_charged: SERVICES,
  hold_resolved: SERVICES,
  purchase_given_up: SERVICES,
  purchase_not_yours: SERVICES,
  top_up_given_up: SERVICES,
  referral_code_unknown: PAGES,
  no_referral_credit: refuses('redeem_referral_credit', 'no credit is left'),
  referral_credit_exceeded: refuses(
    'redeem_referral_credit',
    'less credit is left',
    { amount: 20 },
    'amount',
  ),

  // customers
  customer_not_found: refuses('get_customer', 'the record is absent, or of another account'),
  customer_or_email_required: elsewhere('the tool itself refuses first'),
  mail_address_malformed: refuses(
    'create_or_update_customer',
    'it is no mail address',
    { email: 'ada@' },
    'email',
  ),
  customer_email_fixed: refuses(
    ...([
      'create_or_update_customer',
      'the record has another e-mail',
      { customer_id: 5001 },
      'email',
    ] as const),
  ),
  contact_incomplete: SERVICES,
  contact_changing: creating('two orders of a new contact are created at once', 'ship_to'),
  letter_too_long: mailing('the text is longer than that', 'subject'),
  field_not_one_line: mailing('the subject has a line break', 'subject'),
  merge_field_unknown: refuses(
    'send_customer_email',
    'it is in the text',
    { body: 'Dear {{company}},' },
    'body',
  ),
  segment_days_range: elsewhere('the tool itself refuses first'),
  segment_empty: confirmed('send_mass_marketing_email', 'the segment has nobody with an e-mail'),
  campaign_not_found: SERVICES,
  customer_unreachable: refuses('send_customer_email', 'the record has no e-mail, or a placeholder'),
  customer_unsubscribed: refuses('send_customer_email', 'the customer took the way out'),
  customer_bounced: refuses('send_customer_email', 'an earlier mail to the customer came back'),
  customer_complained: refuses('send_customer_email', 'the customer reported an earlier mail as spam'),
  own_address_unverified: mailing("the account's own address is not verified"),
  recipient_malformed: SERVICES,
  reply_to_link_invalid: PAGES,
  unsubscribe_link_invalid: PAGES,

  // orders
  order_not_found: refuses('get_order', 'the order is absent, or of another account'),
  order_being_changed: refuses('update_order', BUSY),
  invoice_number_taken: REST,
  external_order_id_taken: REST,
  external_order_id_repeated: REST,
  cursor_not_intact: REST,
  cursor_of_other_filters: REST,
  order_ended: refuses('update_order', 'the order is canceled, merged or refunded'),
  order_shipped: refuses('update_order', 'the order has shipped'),
  order_labelled: refuses('update_order', 'the order has a label'),
  order_held_by_purchase: refuses('update_order', 'its label is being bought'),
  order_relabelled: confirmed('cancel_order', 'another label was bought between void and cancellation'),
  nothing_to_change: elsewhere('the tool itself refuses first'),
  order_not_held: SERVICES,
  label_incomplete: SERVICES,
  label_printed_before: stands('mark_labels_printed', 'skipped: it was marked before'),
  order_has_no_label: stands('mark_labels_printed', 'skipped: it has no label'),
  order_past_printing: stands('mark_labels_printed', 'skipped: its parcel is on its way'),
  label_replaced: stands('mark_labels_printed', 'skipped: another label was bought meanwhile'),
  order_needs_one_recipient: creating('both or neither are given', ''),
  field_not_positive: creating('it is 0 or less', 'weight_oz'),
  field_negative: creating('it is below 0', 'items[0].price'),
  field_outside: creating('it is outside', 'tax'),
  field_not_counting: creating('it is 0', 'items[0].quantity'),
  field_below_one: OPERATORS,
  field_not_country_code: creating('it has three letters', 'ship_to.country'),
  field_not_hs_code: creating('it has four digits', 'items[0].hs_code'),
  items_cost_too_much: creating('the lines add up to more', 'items'),
  discount_too_high: creating('it is more than items, shipping and tax', 'discount'),
  at_place: refuses('bulk_create_orders', 'one order names an absent customer', undefined, 'orders[3]'),
  too_many_orders: elsewhere('the tool itself refuses first'),
  too_many_named: SERVICES,
  status_filter_unknown: refuses('list_orders', 'no status has that name', { status: 'Shipped' }, 'status'),
  status_unknown: OPERATORS,
  status_name_unknown: OPERATORS,
  field_text_too_long: elsewhere('the tool itself refuses first'),
  field_not_a_day: REST,
  from_after_to: refuses(
    ...(['get_tax_report', 'from is behind to', { from: '2026-02-02', to: '2026-02-01' }, 'from'] as const),
  ),
  span_too_long: refuses(
    ...(['get_tax_report', 'the span is longer', { from: '2001-01-01', to: '2026-02-01' }, 'from'] as const),
  ),
  orders_changing_too_fast: OPERATORS,
  store_canceled: stands('get_order', "the order's store canceled it"),
  store_canceled_labelled: stands('get_order', "the order's store canceled it, and it has a label"),
  store_fulfilled: stands('get_order', "the order's store shows it as sent"),
  store_fulfilled_labelled: stands('get_order', "the order's store shows it as sent, and it has a label"),
  store_withholds: stands('get_order', "the order's store holds it back"),
  store_changed_labelled: stands('get_order', 'its store changed it after its label was bought'),
  store_changed_edited: stands('get_order', 'its store changed what was edited here'),
  store_write_refused: stands('get_order', 'the store refused what it was told of the label'),
  store_withdraw_refused: stands('get_order', 'the store refused to take a voided label’s fulfillment back'),
  store_write_unanswered: stands('get_order', 'the store did not answer for an hour'),
  store_write_disconnected: stands('get_order', 'the store was disconnected before it was told of the label'),
  store_status_invalid: PAGES,
  import_job_not_found: refuses('get_sync_status', 'the job is absent, or of another account', {
    job_id: 401,
  }),
  imports_contended: refuses('sync_platform_orders', BUSY),
  no_platform_connected: refuses('sync_platform_orders', 'no store is connected'),
  platform_not_connected: refuses('sync_platform_orders', 'no such store is connected', {
    platform: 'shopify',
  }),
  another_store_connected: PAGES,
  store_refused_access: PAGES,
  store_no_answer: PAGES,
  shopify_credentials_missing: PAGES,
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
  pickup_outside_us: refuses('check_pickup_availability', 'the ship-from address is abroad'),
  pickup_day_past: pickup('the day is past'),
  pickup_day_weekend: pickup('the day is on a weekend'),
  pickup_day_holiday: pickup('the day is a federal holiday'),
  pickup_cutoff_over: pickup('it is too late for that day'),
  pickup_day_too_far: pickup('the day is too far ahead'),
  nothing_to_pick_up: pickup('no order is marked printed and waiting'),
  pickup_being_booked: pickup('another call books or cancels it at that moment'),
  pickup_booking_unknown: pickup('the carrier gave no answer'),
  pickup_addition_unknown: pickup('another call adds orders to it at that moment'),
  pickup_cancellation_unknown: confirmed('cancel_pickup', 'the carrier gave no answer'),
  pickup_changed: confirmed('cancel_pickup', BUSY),
  pickup_being_changed: confirmed('cancel_pickup', 'another call changes it at that moment'),
  pickup_not_found: refuses('get_pickup', 'the pickup is absent, or of another account'),
  pickup_canceled_before: stands('cancel_pickup', 'a repeated confirm', CONFIRM),
  pickup_collected_already: confirmed('cancel_pickup', 'its parcels were collected'),
  pickup_never_collected: confirmed('cancel_pickup', 'its day passed without a collection'),
  pickup_over: confirmed('cancel_pickup', 'its day has passed'),
  pickup_empty: stands('get_pickup', 'its last label was voided just now'),
  pickup_was_empty: stands('get_pickup', 'its last label was voided'),
  pickup_booked_already: joined('one is booked already'),
  pickup_closed_for_more: joined('one is booked already, and its carrier takes no more'),
  pickup_nothing_to_add: joined('one is booked already, and nothing new waits'),
  pickup_full: joined('one is booked already, and it is full'),
  pickup_orders_added: joined('one is booked already, and more were added'),
  pickup_orders_left_out: joined('one is booked already, and not all went in'),
  pickup_location_kept: joined('one is booked already, at another location', { location: 'Porch' }),
  pickup_instructions_kept: joined('one is booked already, with others', { instructions: 'Ring twice' }),
  pickup_terms_kept: joined('one is booked already, with other terms', {
    location: 'Porch',
    instructions: 'Ring',
  }),

  // shipping
  not_positive: elsewhere('the tool itself refuses first'),
  sides_not_together: elsewhere('the tool itself refuses first'),
  zip_not_us: refuses('quote_shipping', 'it is no US ZIP', { to_zip: '1010' }, 'to_zip'),
  zip_code_not_us: PAGES,
  country_not_us: PAGES,
  state_not_us: PAGES,
  line_too_long: PAGES,
  print_setting_unknown: OPERATORS,
  carrier_refused: buying('the carrier says no; its own words, passed on to the letter'),
  carrier_no_answer: confirmed('cancel_shipping_label', 'the carrier gave no answer'),
  carrier_not_sandbox: OPERATORS,
  carrier_extends_no_pickup: joined('one is booked already; said behind "nothing can be added now"'),
  account_number_malformed: refuses(
    ...(['register_carrier', 'it has other signs', { account_number: '#' }, 'account_number'] as const),
  ),
  agreement_token_not_intact: registering('the token was changed'),
  agreement_token_of_another_account: registering('the token is of another account'),
  agreement_token_of_another_carrier: registering('the token is of another carrier'),
  agreement_changed: registering('the agreement has a new text'),
  agreement_token_expired: registering('the token is older than 24 hours'),
  seal_not_intact: buying('the seal was changed', 'rate_id'),
  seal_of_another_account: buying('the seal is of another account', 'rate_id'),
  seal_of_another_order: buying('the seal is of another order', 'rate_id'),
  seals_of_two_ratings: buying('the seals are of two ratings'),
  differs_from_rate: buying("it is not the seal's", 'method'),
  rate_expired: buying('the rate is older than 24 hours'),
  address_changed_since_rating: buying('the ship-to address or the weight was changed'),
  ship_from_changed_since_rating: buying('the ship-from address was changed'),
  carrier_price_raised: buying('the carrier asks for more than it said'),
  charge_above_max_charge: buying('the charge is above it', 'max_charge'),
  price_above_max_cost: refuses('buy_label', 'postage is above it', { max_cost: 10 }, 'max_cost'),
  itn_malformed: refuses('buy_label', 'it is malformed', { itn: 'X1' }, 'itn'),
  export_filing_needed: refuses('buy_label', 'goods abroad need a filing'),
  order_not_ready_to_ship: refuses('buy_label', 'the order has another status'),
  order_without_weight: stands('trigger_batch_purchase', 'left out: neither order nor call has a weight'),
  order_canceled: refuses('get_rates', 'the order is canceled'),
  order_merged: refuses('get_rates', 'the order was merged'),
  already_labelled: stands('trigger_batch_purchase', 'a label was bought already', { order_ids: [10001] }),
  no_rates: stands('trigger_batch_purchase', 'no carrier offers one', { order_ids: [10001] }),
  purchase_failed: buying('the purchase is refused; what refused it stands behind the dash'),
  purchase_out_of_time: buying('the purchase was not done in time'),
  purchase_carrier_silent: buying('the carrier gave no answer and sold nothing'),
  purchase_carrier_unavailable: buying("the carrier's service is down"),
  purchase_carrier_busy: buying('the carrier takes no more calls'),
  purchase_unresolved: buying('nobody knows yet whether the carrier sold a label'),
  purchase_by_another: buying('another call buys it at that moment'),
  order_contended: buying(BUSY),
  label_file_not_found: PAGES,
  labels_changed: PAGES,
  tracking_number_unknown: PAGES,
  no_label_to_scan: OPERATORS,
  no_label_to_void: refuses('cancel_shipping_label', 'the order has no label'),
  label_being_bought: refuses('cancel_shipping_label', 'its label is being bought'),
  label_being_voided: confirmed('cancel_shipping_label', 'it is being voided'),
  label_voided: confirmed('cancel_shipping_label', 'it was voided'),
  parcel_scanned: refuses('cancel_shipping_label', 'the carrier has the parcel'),
  batch_not_found: refuses('get_batch_status', 'the batch is absent, or of another account', {
    batch_id: 301,
  }),
  no_batch_yet: refuses('get_batch_status', 'there was no batch yet'),
  batch_too_long: elsewhere('the tool itself refuses first'),
  batch_nothing_to_buy: batching('no order is ready and has a weight'),
  batch_no_order_buyable: batching('every order is refused; what refuses the first stands behind it'),
  batch_above_max_total: refuses(
    'trigger_batch_purchase',
    'postage is above it',
    { max_total: 10, confirm: true },
    'max_total',
  ),
  batch_above_max_charge: refuses(
    'trigger_batch_purchase',
    'the charge is above it',
    { max_charge: 10, confirm: true },
    'max_charge',
  ),
  batch_is_full: stands('trigger_batch_purchase', 'left out: more than 500 orders are ready'),
  order_without_batch_label: stands('mark_labels_printed', 'skipped: its purchase failed', {
    order_ids: undefined,
    batch_id: 301,
  }),
  batch_balance_insufficient: batching('the balance does not cover it and auto-recharge is off'),
  batch_payment_unanswered: batching('the payment gateway gave no answer'),
  batch_label_not_begun: stands('get_batch_status', "an item's error: it waited too long"),
  labelled_outside_batch: stands('get_batch_status', "an item's error: somebody bought it meanwhile"),
  batches_contended: batching(BUSY),
};
