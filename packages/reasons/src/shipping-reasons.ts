/** This file is longer than 250 lines, because it is one table with all reasons of a service. */

import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { type Refused, reason } from './reason';

const aRefusal: Refused = { reason: 'carrier_refused', params: { words: 'The service is not offered.' } };

export const shippingReasons = {
  // Parcels, addresses and settings
  not_positive: reason(
    { unit: 'ounces', got: '-1' },
    ({ unit, got }, { field }) => `${field} must be more than 0 ${unit}; got ${got}.`,
  ),
  sides_not_together: reason(
    {},
    (_, { field }) =>
      `length, width and height must be given together, in inches, or not at all; ${field} is missing.`,
  ),
  zip_not_us: reason(
    { got: '1010' },
    ({ got }, { field }) => `${field} must be a US ZIP of five digits; got "${got}".`,
  ),
  zip_code_not_us: reason(
    { got: '1010' },
    ({ got }, { field }) => `${field} must be a five-digit ZIP code; got "${got}".`,
  ),
  country_not_us: reason({ got: 'DE' }, ({ got }, { field }) => `${field} must be US; got "${got}".`),
  state_not_us: reason(
    { got: 'XX' },
    ({ got }, { field }) => `${field} must be a US state code; got "${got}".`,
  ),
  line_too_long: reason(
    { max: 100 },
    ({ max }, { field }) => `${field} must have at most ${max} characters.`,
  ),
  print_setting_unknown: reason(
    { got: 'zpl' },
    ({ got }, { field }) => `${field} must be pdf or qr; got "${got}".`,
  ),

  // Carriers
  /** The carrier's own text, passed on unchanged. */
  carrier_refused: reason(
    { words: 'Carrier declined: address is outside the service area.' },
    ({ words }) => words,
  ),
  carrier_no_answer: reason(
    { carrier: 'USPS' },
    ({ carrier }) => `${carrier} did not answer. Try again in a moment.`,
  ),
  seller_not_configured: reason(
    { seller: 'EasyPost' },
    ({ seller }) =>
      `This label or pickup is from ${seller}, which is not set up here at present, so it cannot be changed.`,
  ),
  carrier_not_sandbox: reason(
    { carrier: 'USPS' },
    ({ carrier }) =>
      `${carrier} is not a sandbox carrier. Only a sandbox carrier can be told to scan a parcel.`,
  ),
  carrier_extends_no_pickup: reason(
    { carrier: 'USPS' },
    ({ carrier }) => `${carrier} cannot add parcels to a booked pickup.`,
  ),
  account_number_malformed: reason(
    { got: '#' },
    ({ got }, { field }) => `${field} must be 3 to 20 letters and digits; got "${got}".`,
  ),
  agreement_token_not_intact: reason(
    {},
    (_, { field, go }) =>
      `${field} is not valid: send it exactly as the preview returned it. ${go.readAgreementAgain}`,
  ),
  agreement_token_of_another_account: reason(
    {},
    (_, { field, go }) => `${field} was issued to another account. ${go.readAgreementAgain}`,
  ),
  agreement_token_of_another_carrier: reason(
    { issuedFor: 'ups', carrier: 'fedex' },
    ({ issuedFor, carrier }, { field, go }) =>
      `${field} is for the agreement of ${issuedFor}, not of ${carrier}. ${go.readAgreementAgain}`,
  ),
  agreement_changed: reason(
    {},
    (_, { field, go }) =>
      `The agreement has changed since this ${field} was issued. ${go.readAgreementAgain}`,
  ),
  agreement_token_expired: reason(
    {},
    (_, { field, go }) => `This ${field} has expired. ${go.readAgreementAgain}`,
  ),

  // A merchant's own carrier accounts, which an operator puts into use
  carrier_account_not_found: reason(
    { carrierAccountId: 1001 },
    ({ carrierAccountId }) => `The account has no registered carrier account ${carrierAccountId}.`,
  ),
  carrier_accounts_not_named: reason(
    { variable: 'EASYPOST_CARRIER_ACCOUNTS' },
    ({ variable }) =>
      `${variable} is not set, so a merchant's own carrier account would sell to every merchant. First set ${variable} to the carrier accounts that sell to every merchant.`,
  ),
  carrier_account_id_malformed: reason(
    { got: 'ca 1' },
    ({ got }, { field }) => `${field} must be 1 to 80 letters, digits, - and _; got "${got}".`,
  ),
  carrier_account_of_deployment: reason(
    { variable: 'EASYPOST_CARRIER_ACCOUNTS' },
    ({ variable }, { field }) =>
      `${field} is one of the carrier accounts in ${variable}, which sell to every merchant.`,
  ),
  carrier_account_of_another: reason({}, (_, { field }) => `${field} is in use for another account.`),

  // Seals that do not belong to the request
  seal_not_intact: reason(
    {},
    (_, { field, go }) =>
      `${field} is not valid: send it exactly as ${go.rating} returned it. ${go.rateAgain}`,
  ),
  seal_of_another_account: reason(
    {},
    (_, { field, go }) => `${field} was issued to another account. ${go.rateAgain}`,
  ),
  seal_of_another_order: reason(
    { orderId: 10001 },
    ({ orderId }, { field, go }) =>
      `${field} belongs to another order, not to order ${orderId}. ${go.rateAgain}`,
  ),
  seals_of_two_ratings: reason(
    {},
    (_, { go }) => `${go.rateAndParcel} come from two different results of ${go.rating}. ${go.rateAgain}`,
  ),
  differs_from_rate: reason(
    { sealed: 'USPS Ground Advantage', got: 'UPS Ground' },
    ({ sealed, got }, { field, go }) =>
      `${field} must be "${sealed}", as in this rate; got "${got}". ${go.rateAgain}`,
  ),
  rate_expired: reason({}, (_, { go }) => `This rate has expired. ${go.rateAgain}`),
  address_changed_since_rating: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) =>
      `The address or weight of order ${orderId} has changed since this rate was issued. ${go.rateAgain}`,
  ),
  ship_from_changed_since_rating: reason(
    {},
    (_, { go }) =>
      `The ship-from address of the account has changed since this rate was issued. ${go.rateAgain}`,
  ),
  /** The rate is from the merchant's own carrier account, which is no longer in use. */
  carrier_account_out_of_use: reason(
    {},
    (_, { go }) =>
      `This rate is from the account's own carrier account, which is no longer in use. ${go.rateAgain}`,
  ),
  /** The rate is from a seller that this deployment no longer uses, or uses for other carriers only. */
  rate_of_seller_out_of_use: reason(
    { seller: 'EasyPost' },
    ({ seller }, { go }) =>
      `This rate is from ${seller}, which no longer sells this service here. Nothing was charged. ${go.rateAgain}`,
  ),
  /** The carrier charges more than its rate. */
  carrier_price_raised: reason(
    { carrier: 'USPS' },
    ({ carrier }, { go }) => `${carrier} has raised the price of this service. ${go.rateAgain}`,
  ),
  price_above_max_cost: reason(
    { price: '12.00', maxCost: '10.00' },
    ({ price, maxCost }, { field }) =>
      `The postage of this rate is ${price}, above ${field} ${maxCost}. Nothing was charged.`,
  ),
  itn_malformed: reason(
    { got: 'X1' },
    ({ got }, { field }) => `${field} must be X and 14 digits, such as X20261122123456; got "${got}".`,
  ),
  export_filing_needed: reason(
    { need: 'These goods need a filing.' },
    ({ need }) => `${need} Nothing was charged.`,
  ),

  // Orders for which no label can be bought
  order_not_ready_to_ship: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) =>
      `Order ${orderId} is not ready to ship, so no label can be bought for it.${go.checkStatus}`,
  ),
  return_not_requested: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} has no return that is waiting for a label.`,
  ),
  order_not_returnable: reason(
    { orderId: 10001 },
    ({ orderId }) =>
      `No return label can be bought for order ${orderId} now: its parcel is not with the customer, or its return already has a label.`,
  ),
  order_without_weight: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) => `Order ${orderId} has no weight.${go.giveWeight}`,
  ),
  order_canceled: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} is canceled and cannot be shipped.`,
  ),
  order_merged: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} was merged into another order and cannot be shipped.`,
  ),
  already_labelled: reason({ orderId: 10001 }, ({ orderId }) => `Order ${orderId} already has a label.`),
  no_rates: reason({ orderId: 10001, words: '' }, ({ orderId, words }) =>
    `No carrier offers a rate for order ${orderId}. ${words}`.trimEnd(),
  ),

  // Purchases
  /** The sentence ends with the sentence of the refusal that made the purchase fail. */
  purchase_failed: reason(
    { cause: aRefusal },
    ({ cause }, { word }) => `Label purchase failed — ${word(cause)}`,
  ),
  purchase_out_of_time: reason(
    {},
    () =>
      'Label purchase failed — it could not be completed in time. No label was bought, and nothing was charged for a label.',
  ),
  purchase_carrier_silent: reason(
    {},
    () =>
      'Label purchase failed — the carrier did not answer and sold no label. Nothing was charged for a label.',
  ),
  purchase_carrier_unavailable: reason(
    { carrier: 'USPS' },
    ({ carrier }) =>
      `Label purchase failed — ${carrier} is not available at the moment. Nothing was charged.`,
  ),
  /** The carrier accepts no more calls at the moment. */
  purchase_carrier_busy: reason(
    { carrier: 'USPS' },
    ({ carrier }) =>
      `Label purchase failed — ${carrier} is not available at the moment. Nothing was charged.`,
  ),
  purchase_unresolved: reason(
    {},
    (_, { go }) =>
      `The label purchase is unresolved: the carrier or another service gave no answer in time, so a label may or may not have been bought, and its price is held until that is known. ${go.lookAtOrder} in a minute, before you try again.`,
  ),
  purchase_by_another: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) =>
      `Another purchase for order ${orderId} is running. ${go.lookAtOrder} before you try again.`,
  ),
  order_contended: reason(
    { orderId: 10001 },
    ({ orderId }, { go }) =>
      `Order ${orderId} is being bought or voided by several callers at once. ${go.lookAtOrder} before you try again.`,
  ),
  order_forgot_label: reason(
    { orderId: 10001 },
    ({ orderId }) =>
      `A label was bought for order ${orderId} earlier, but the order does not show it. Nothing was charged. Support can restore the label.`,
  ),

  // Labels
  label_file_not_found: reason({}, () => 'There is no such label file.'),
  label_file_void_pending: reason(
    {},
    () => 'The void of this label is waiting for the carrier. Do not print the label or ship with it.',
  ),
  label_file_voided: reason(
    {},
    () => 'This label was voided. Do not use it, because no carrier transports a parcel with a voided label.',
  ),
  /** Refuses the label file of a batch. */
  labels_voided: reason(
    {},
    () => 'Every label of this batch was voided, or its void is waiting for the carrier.',
  ),
  labels_changed: reason({}, () => 'The labels have changed meanwhile. Open the link again.'),
  tracking_number_unknown: reason({}, () => 'There is no shipment with this tracking number.'),
  no_label_to_scan: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} has no label that a carrier could scan.`,
  ),
  no_label_to_void: reason({ orderId: 10001 }, ({ orderId }) => `Order ${orderId} has no label to void.`),
  label_being_bought: reason(
    { orderId: 10001 },
    ({ orderId }) => `The label of order ${orderId} is still being bought. Try again in a moment.`,
  ),
  label_voided: reason(
    { orderId: 10001, refundCents: 630, refunded: false },
    ({ orderId, refundCents, refunded }) =>
      `The label of order ${orderId} was voided already. Nothing was changed. ${formatDollars(cents(refundCents))} ` +
      `${refunded ? 'was' : 'will be'} refunded to the postage balance.`,
  ),
  parcel_scanned: reason(
    { orderId: 10001 },
    ({ orderId }) =>
      `The parcel of order ${orderId} was scanned by its carrier, so its label cannot be voided.`,
  ),

  // Batches
  batch_not_found: reason(
    { batchId: 301 },
    ({ batchId }) => `Batch ${batchId} was not found in this account.`,
  ),
  no_batch_yet: reason({}, () => 'This account has no batch yet.'),
  batch_running: reason(
    { batchId: 7, orders: 50 },
    ({ batchId, orders }, { go }) =>
      `A batch is running (${go.batch} ${batchId}, ${orders} ${orders === 1 ? 'order' : 'orders'}). ` +
      'Wait until it has ended, then confirm this one. Nothing was queued.',
  ),
  batch_too_long: reason({ max: 500 }, ({ max }, { field }) => `${field} must name at most ${max} orders.`),
  batch_nothing_to_buy: reason(
    {},
    () => 'No order is ready to ship and has a weight, so there is nothing to buy.',
  ),
  batch_no_order_buyable: reason(
    { first: aRefusal },
    ({ first }, { word }) => `No order of this batch can be bought. ${word(first)}`,
  ),
  batch_above_max_total: reason(
    { postage: '$20.00', maxTotal: '$10.00' },
    ({ postage, maxTotal }, { field }) =>
      `The postage of this batch is ${postage}, above ${field} ${maxTotal}. Nothing was bought or charged.`,
  ),
  batch_above_max_charge: reason(
    { total: '$21.00', maxCharge: '$10.00' },
    ({ total, maxCharge }, { field }) =>
      `This batch would charge ${total} in all, above ${field} ${maxCharge}. Nothing was bought or charged.`,
  ),
  label_above_max_per_label: reason(
    { orderId: 10001, postage: '$12.00', maxPerLabel: '$10.00' },
    ({ orderId, postage, maxPerLabel }, { field }) =>
      `The label of order ${orderId} would cost ${postage}, above ${field} ${maxPerLabel}.`,
  ),
  batch_is_full: reason(
    { orderId: 10001, max: 500 },
    ({ orderId, max }) =>
      `A batch has at most ${max} orders and begins with the oldest. Order ${orderId} is left for the next batch.`,
  ),
  order_without_batch_label: reason(
    { orderId: 10001, batchId: 301 },
    ({ orderId, batchId }) => `Batch ${batchId} has no label for order ${orderId} at present.`,
  ),
  batch_balance_insufficient: reason(
    { total: '$20.00', balance: '$10.00' },
    ({ total, balance }) =>
      `Label purchase failed — Insufficient balance: the batch costs ${total} and the balance is ${balance}. Auto-recharge is off, so nothing was bought or charged.`,
  ),
  batch_payment_unanswered: reason(
    {},
    () => 'Label purchase failed — the payment could not be settled in time. No label was bought.',
  ),
  batch_label_not_begun: reason(
    {},
    () =>
      'Label purchase failed — it could not be started in time. No label was bought, and nothing was charged for a label.',
  ),
  labelled_outside_batch: reason(
    { orderId: 10001 },
    ({ orderId }) => `Order ${orderId} got its label outside this batch. The batch charged nothing for it.`,
  ),
  batches_contended: reason(
    {},
    (_, { go }) => `Several batches of this account are being confirmed at once. ${go.tryBatchAgain}`,
  ),
};
