/** This file is longer than 250 lines, because it is one table with all reasons of a service. */

import { type Refused, reason } from './reason';

/** For each status of an order that ended before its parcel was sent: why the order can no longer be shipped. */
const ENDED = {
  Deleted: 'is canceled',
  Refunded: 'was refunded',
  Merged: 'was merged into another order',
  WaitingForMerge: 'is being merged with another order',
};

/** The word for each change that a store makes to an order, as in "Order 1042 was canceled in Mugs". */
export const STORE_CHANGES = {
  changed: 'changed',
  canceled: 'canceled',
  shipped: 'fulfilled',
  withheld: 'put on hold',
};

const RETURN_ACTS = {
  request: (order: number) =>
    `A return of order ${order} can be requested only while the order has the status Delivered`,
  withdraw: (order: number) => `The return of order ${order} cannot be withdrawn now`,
  receive: (order: number) => `The return of order ${order} cannot be marked as received now`,
  complete: (order: number) => `The return of order ${order} can be completed only after it is received`,
};

const VOID_PENDING = {
  buy: (_order: number) => "The void of this order's label is waiting for the carrier. Nothing was charged.",
  print: (order: number) =>
    `The void of the label of order ${order} is waiting for the carrier. Do not use the label.`,
  change: (order: number) =>
    `The void of the label of order ${order} is waiting for the carrier. Nothing was changed. Change the order once the carrier has answered.`,
  cancel: (order: number) =>
    `The void of the label of order ${order} is waiting for the carrier. Nothing was canceled. Cancel the order once the carrier has answered.`,
};

const PARTS = { goods: 'items or amounts', recipient: 'the ship-to address' };

/** The reasons why the orders service refuses a request, and the notes that an order shows about its store. */
export const ordersReasons = {
  // orders
  order_not_found: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} was not found in this account.`,
  ),
  store_order_not_found: reason(
    { externalOrderId: '54094' },
    ({ externalOrderId }) => `The store has no order ${externalOrderId}.`,
  ),
  order_being_changed: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} is being changed by others. Try again in a moment.`,
  ),
  invoice_number_taken: reason(
    { invoiceNumber: 'INV-7' },
    ({ invoiceNumber }) => `An order with invoice number ${invoiceNumber} exists already.`,
  ),
  external_order_id_taken: reason(
    { externalOrderId: 'shop-5521', invoiceNumber: 'INV-6' },
    ({ externalOrderId, invoiceNumber }) =>
      `An order with external order id ${externalOrderId} exists already, under invoice number ${invoiceNumber}. Nothing was created.`,
  ),
  external_order_id_repeated: reason(
    { externalOrderId: 'shop-5521' },
    ({ externalOrderId }) =>
      `Two orders of this request have the external order id ${externalOrderId}. Nothing was created.`,
  ),

  // The state of the order does not allow the action.
  order_ended: reason(
    { orderId: 10001, status: 'Deleted' as keyof typeof ENDED, act: 'changed' as 'changed' | 'canceled' },
    ({ orderId, status, act }) => `Order ${orderId} ${ENDED[status]} and cannot be ${act}.`,
  ),
  order_shipped: reason(
    { orderId: 10001, statusLabel: 'In transit', act: 'changed' as 'changed' | 'canceled' },
    ({ orderId, statusLabel, act }) =>
      `Order ${orderId} has shipped (status ${statusLabel}) and cannot be ${act}.`,
  ),
  order_labelled: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) => `Order ${orderId} has a label and cannot be changed. ${go.voidLabelFirst}`,
  ),
  return_step_refused: reason(
    { orderId: 10001, act: 'request' as keyof typeof RETURN_ACTS, statusLabel: 'In transit' },
    ({ orderId, act, statusLabel }) =>
      `${RETURN_ACTS[act](orderId)}; the status of the order is ${statusLabel}.`,
  ),
  order_held_by_purchase: reason(
    { orderId: 10001, act: 'change' as 'change' | 'cancel' },
    ({ orderId, act }, { go }) =>
      `A label is being bought for order ${orderId}. ${go.lookAtOrder} in a moment, before you ${act} it.`,
  ),
  order_relabelled: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) =>
      `Order ${orderId} got another label meanwhile. Nothing was canceled. ${go.cancelAgain}`,
  ),
  nothing_to_change: reason({}, () => 'Give at least one field to change.'),

  // labels
  order_not_held: reason(
    { orderId: 10001, purchaseId: 'pur_10001_1_5eed' },
    ({ orderId, purchaseId }) => `Order ${orderId} is not held by purchase ${purchaseId}.`,
  ),
  label_incomplete: reason(
    {},
    () => 'A label needs a purchase, a link, a tracking number and the time of the purchase.',
  ),
  label_printed_before: reason(
    { orderId: 10001 },
    ({ orderId }) =>
      `The label of order ${orderId} was already marked printed. Nothing was changed, and nobody is e-mailed again.`,
  ),
  order_has_no_label: reason({ orderId: 10001 }, ({ orderId }) => `Order ${orderId} has no purchased label.`),
  order_past_printing: reason(
    { orderId: 10001, statusLabel: 'In transit' },
    ({ orderId, statusLabel }) =>
      `The label of order ${orderId} cannot be marked printed: the status of the order is ${statusLabel}.`,
  ),
  /** The carrier has not yet answered the request to void the label. */
  void_pending: reason({ orderId: 10001, act: 'buy' as keyof typeof VOID_PENDING }, ({ orderId, act }) =>
    VOID_PENDING[act](orderId),
  ),
  label_replaced: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} got another label meanwhile.`,
  ),

  // Fields of an order.
  order_needs_one_recipient: reason({}),
  field_not_positive: reason(
    { got: -2 },
    ({ got }, { field }) => `${field} must be greater than 0; it was ${got}.`,
  ),
  field_negative: reason(
    { got: -0.01 },
    ({ got }, { field }) => `${field} must be 0 or more; it was ${got}.`,
  ),
  field_outside: reason(
    { min: 0, max: 10_000_000, got: -1 },
    ({ min, max, got }, { field }) => `${field} must be from ${min} to ${max}; it was ${got}.`,
  ),
  field_not_counting: reason(
    { got: 0 },
    ({ got }, { field }) => `${field} must be a whole number of at least 1; it was ${got}.`,
  ),
  field_below_one: reason({}, (_, { field }) => `${field} must be at least 1.`),
  field_not_country_code: reason(
    { got: 'USA' },
    ({ got }, { field }) => `${field} must be a two-letter country code; it was "${got}".`,
  ),
  field_not_hs_code: reason(
    { got: '6109' },
    ({ got }, { field }) => `${field} must be 6 to 10 digits, such as 610910; it was "${got}".`,
  ),
  items_cost_too_much: reason(
    { max: 10_000_000 },
    ({ max }, { field }) => `${field} must not add up to more than ${max} dollars.`,
  ),
  lines_replaced_and_changed: reason(
    {},
    (_, { field }) =>
      `${field} replace all lines of the order. Give either ${field}, or lines to add and to remove. Nothing was changed.`,
  ),
  line_not_there: reason(
    { item: 'MUG-B', lines: ['Blue mug', 'Card'] as readonly string[] },
    ({ item, lines }, { field }) =>
      `${field}: the order has no line ${item}. ${lines.length > 0 ? `Give one of its lines: ${lines.join(', ')}.` : 'It has no lines.'} Nothing was changed.`,
  ),
  line_has_fewer: reason(
    { item: 'MUG-B', has: 2, got: 3 },
    ({ item, has, got }, { field }) =>
      `${field} must be at most ${has}, because the order has ${has} of ${item}; it was ${got}. Nothing was changed.`,
  ),
  sku_unknown: reason(
    { sku: 'MUG-B' },
    ({ sku }, { field }) =>
      `${field}: the catalog has no product with this sku, ${sku}. Give the name and the price of the item. Nothing was changed.`,
  ),
  order_has_too_many_lines: reason(
    { max: 500, got: 501 },
    ({ max, got }) =>
      `An order can have at most ${max} lines; this order would have ${got}. Nothing was changed. Create another order for the rest.`,
  ),
  discount_too_high: reason(
    { gross: '25.00', got: 25.01 },
    ({ gross, got }, { field }) =>
      `${field} must be at most ${gross} dollars, the total before the discount; it was ${got}.`,
  ),
  /**
   * Puts the position in the request, such as `orders[3]`, before the sentence of another refusal. Used when that
   * sentence does not name the position.
   */
  at_place: reason(
    { problem: { reason: 'customer_not_found', params: { customerId: 501 } } as Refused },
    ({ problem }, { field, word }) => `${field}: ${word(problem)}`,
  ),
  too_many_orders: reason(
    { max: 100, got: 101 },
    ({ max, got }, { field }) => `${field} must hold at most ${max} orders; it held ${got}.`,
  ),
  too_many_named: reason(
    { max: 1000, got: 1001 },
    ({ max, got }, { field }) => `${field} must name at most ${max} orders; it named ${got}.`,
  ),

  // Lists, searches and reports.
  status_filter_unknown: reason(
    { names: ['ChooseShipping', 'PrintLabel'] as readonly string[], got: 'Shipped' },
    ({ names, got }, { field }) =>
      `${field} must be active or one of these status names: ${names.join(', ')}. It was "${got}".`,
  ),
  status_unknown: reason(
    { names: ['ChooseShipping', 'PrintLabel'] as readonly string[], got: 'Shipped' },
    ({ names, got }, { field }) =>
      `${field} must be one of these status names: ${names.join(', ')}. It was "${got}".`,
  ),
  status_name_unknown: reason(
    { got: 'Shipped' },
    ({ got }, { field }) => `${field} must be a status name; it was "${got}".`,
  ),
  field_text_too_long: reason(
    { max: 100 },
    ({ max }, { field }) => `${field} must have at most ${max} characters.`,
  ),
  field_not_a_day: reason(
    { got: 'today' },
    ({ got }, { field }) => `${field} must be a calendar date as YYYY-MM-DD; got "${got}".`,
  ),
  from_after_to: reason(
    { from: '2026-02-02', to: '2026-02-01' },
    ({ from, to }, { field }) => `${field} must not be after to (${to}); got ${from}.`,
  ),
  span_too_long: reason(
    { from: '2001-01-01', to: '2026-02-01' },
    ({ from, to }, { field }) => `${field} must be within ten years of to (${to}); got ${from}.`,
  ),

  cursor_not_intact: reason(
    {},
    (_, { field }) => `${field} must be empty, or a value that this list has returned.`,
  ),
  cursor_of_other_filters: reason(
    {},
    (_, { field }) =>
      `${field} belongs to a list with other filters. Use the same filters, or start with an empty ${field}.`,
  ),

  orders_changing_too_fast: reason(
    { accountId: 7 },
    ({ accountId }) => `The orders of account ${accountId} are changing too fast to be counted.`,
  ),

  // An order's notes about its store.
  store_canceled: reason(
    { storeName: 'Mugs' },
    ({ storeName }) => `This order was canceled in ${storeName}.`,
  ),
  store_canceled_labelled: reason(
    { storeName: 'Mugs' },
    ({ storeName }, { go }) =>
      `This order was canceled in ${storeName}, but it has a label here. If the parcel must not be sent, ${go.voidOrCancel}.`,
  ),
  store_fulfilled: reason(
    { storeName: 'Mugs' },
    ({ storeName }) => `This order was fulfilled in ${storeName}. No label was bought for it here.`,
  ),
  store_fulfilled_labelled: reason(
    { storeName: 'Mugs' },
    ({ storeName }) =>
      `${storeName} shows this order as fulfilled, but it has a label here. Make sure that the order is not sent twice.`,
  ),
  store_withholds: reason(
    { storeName: 'Mugs' },
    ({ storeName }) =>
      `Do not ship this order now. In ${storeName} it is on hold, not paid, not shippable, or assigned to another service.`,
  ),
  store_changed_labelled: reason(
    { storeName: 'Mugs' },
    ({ storeName }) =>
      `This order was changed in ${storeName} after its label was bought or after it was sent. The change was not copied here.`,
  ),
  store_changed_edited: reason(
    { storeName: 'Mugs', parts: ['goods', 'recipient'] as readonly (keyof typeof PARTS)[] },
    ({ storeName, parts }) =>
      `${storeName} changed ${parts.map((part) => PARTS[part]).join(' and ')} after the order was edited here. The edit here was kept.`,
  ),

  store_changed_order: reason(
    { orderId: 1042, storeName: 'Mugs', what: 'changed' as keyof typeof STORE_CHANGES },
    ({ orderId, storeName, what }) =>
      `Order ${orderId} was ${STORE_CHANGES[what]} in ${storeName} meanwhile. No label was bought and nothing was charged. Look at the order and rate it again before you buy.`,
  ),
  store_write_refused: reason(
    { storeName: 'Mugs', said: 'its app may not fulfill orders' },
    ({ storeName, said }) =>
      `${storeName} did not accept the fulfillment of this order: ${said}. The label is valid. Solve the problem and notify the store again on the order’s page, or mark the order as fulfilled in ${storeName}.`,
  ),
  store_withdraw_refused: reason(
    { storeName: 'Mugs', said: 'its app may not fulfill orders' },
    ({ storeName, said }) =>
      `${storeName} did not cancel the fulfillment of the voided label: ${said}. Cancel the fulfillment in ${storeName}, or solve the problem and notify the store again on the order’s page.`,
  ),
  store_write_unanswered: reason(
    { storeName: 'Mugs' },
    ({ storeName }) =>
      `${storeName} did not answer, so it may not know of the last change of this order’s label. Notify the store again on the order’s page.`,
  ),
  store_write_disconnected: reason(
    {},
    () =>
      'The store is no longer connected, so it was not notified of the last change of this order’s label. Connect the store again, then notify it on the order’s page.',
  ),
  store_status_invalid: reason(
    {},
    (_, { field }) => `${field} must be a status of the store, such as completed, or empty.`,
  ),

  // platforms, webhooks
  import_job_not_found: reason(
    { jobId: 401 },
    ({ jobId }) => `Import job ${jobId} was not found in this account.`,
  ),
  imports_contended: reason(
    { storeName: 'Mugs' },
    ({ storeName }) => `Several imports of ${storeName} are being started at once. Try again.`,
  ),
  no_platform_connected: reason(
    {},
    () => 'No sales platform is connected to this account. Connect a store first.',
  ),
  platform_not_connected: reason(
    { platform: 'shopify' },
    ({ platform }, { go }) => `No ${platform} store is connected to this account.${go.seeStores}`,
  ),
  another_store_connected: reason(
    { platform: 'shopify' },
    ({ platform }) =>
      `Another ${platform} store is connected to this account; an account can have only one store of each platform.`,
  ),
  store_refused_access: reason(
    { storeName: 'Mugs', said: 'it lacks the scope read_orders' },
    ({ storeName, said }) => `${storeName} refused access: ${said}.`,
  ),
  store_no_answer: reason(
    { storeName: 'Mugs' },
    ({ storeName }) => `${storeName} did not answer. Nothing was saved; try again later.`,
  ),
  shopify_credentials_missing: reason(
    {},
    () => 'An access token, or a client id with its secret, is required.',
  ),
  shop_invalid: reason(
    {},
    (_, { field }) => `${field} must be the store’s own address, such as mugs.myshopify.com.`,
  ),
  shopify_app_missing: reason(
    {},
    () => 'This service has no Shopify app. Connect the store with the credentials of your own app.',
  ),
  store_keys_need_https: reason(
    {},
    () =>
      'Stores send keys only to https addresses, and this service has no https address. Enter a key yourself.',
  ),
  store_code_wrong: reason({ left: 4 }, ({ left }) =>
    left === 0
      ? 'This is not the code that your store shows. That was the last try: connect the store again.'
      : `This is not the code that your store shows. You have ${left === 1 ? '1 try' : `${left} tries`} left.`,
  ),
  store_code_gone: reason(
    {},
    () => 'No store is waiting for a code, or it waited for more than an hour. Connect the store again.',
  ),
  not_from_shopify: reason({}, () => 'This link was not made by Shopify, or it was changed.'),
  install_not_begun_here: reason(
    {},
    () => 'The installation was started in another session, or more than an hour ago. Start it again.',
  ),
  store_url_invalid: reason(
    {},
    (_, { field }) =>
      `${field} must be the https address of the store’s WordPress, such as https://mugs.example.`,
  ),
  field_not_among: reason(
    { allowed: ['sandbox', 'shopify'] as readonly string[] },
    ({ allowed }, { field }) => `${field} must be one of ${allowed.join(', ')}.`,
  ),
  field_not_within: reason(
    { min: 1, max: 90 },
    ({ min, max }, { field }) => `${field} must be ${min} to ${max}.`,
  ),
  field_length: reason(
    { min: 1, max: 100 },
    ({ min, max }, { field }) => `${field} must have ${min} to ${max} characters.`,
  ),
  /** The rule is a clause from the egress module, such as `must be on a public host`. */
  url_refused: reason({ rule: 'must be on a public host' }, ({ rule }, { field }) => `${field} ${rule}.`),
  no_webhook_url: reason({}, () => 'No webhook URL is registered for this account.'),
  webhook_secret_lost: reason(
    {},
    () =>
      'The signing secret can no longer be read. Rotate the secret, and give the new secret to your endpoint.',
  ),
  delivery_not_found: reason(
    { deliveryId: 501 },
    ({ deliveryId }) => `Webhook delivery ${deliveryId} was not found.`,
  ),
};
