import { isReason, type Reason } from '@parcelyard/reasons/reasons';

const NOTHING = 'Nothing was done.';

/** Returns why an action was refused, in few words. */
export const refusalWords = (reason: string): string => (isReason(reason) && REFUSALS[reason]) || NOTHING;

const ALTERED_RATE = 'The rate was changed, or it belongs to another order or account.';
const ABOVE_CALL_CEILING = 'It cost more than the request allowed.';
const NO_BALANCE = 'The balance was too low.';
const NOT_IN_PLAN = 'Your plan does not include this.';

/** For a reason that is not listed here, the row says that nothing was done. */
const REFUSALS: Readonly<Partial<Record<Reason, string>>> = {
  label_limit_passed: 'Over your limit for one label.',
  day_limit_passed: 'Over your limit for a day.',
  approval_needed: 'The purchase needed your approval.',
  approval_declined: 'The request for approval was declined or closed.',
  approval_denied: 'You denied it.',
  approval_unusable: 'Your approval was for another purchase, or it was already used.',

  labels_of_another_kind: 'This server does not sell labels now: its payments and carriers do not match.',
  insufficient_balance: NO_BALANCE,
  batch_balance_insufficient: NO_BALANCE,
  payment_declined: 'The card was declined.',
  no_referral_credit: 'There was no referral credit.',
  referral_credit_exceeded: 'The amount was above the referral credit.',
  shipment_limit_reached: 'The plan’s shipments for the month are used up.',
  marketing_limit_reached: 'The plan’s e-mails for the month are used up.',
  marketing_not_included: NOT_IN_PLAN,
  plan_lacks_feature: NOT_IN_PLAN,

  charge_above_max_charge: ABOVE_CALL_CEILING,
  price_above_max_cost: ABOVE_CALL_CEILING,
  batch_running: 'Another batch was running.',
  label_above_max_per_label: ABOVE_CALL_CEILING,
  batch_above_max_total: ABOVE_CALL_CEILING,
  batch_above_max_charge: ABOVE_CALL_CEILING,

  seal_not_intact: ALTERED_RATE,
  seal_of_another_account: ALTERED_RATE,
  seal_of_another_order: ALTERED_RATE,
  seals_of_two_ratings: ALTERED_RATE,
  differs_from_rate: ALTERED_RATE,
  rate_expired: 'The rate was too old.',
  carrier_price_raised: 'The carrier had raised its price.',
  address_changed_since_rating: 'The address or weight was changed after the rate was issued.',
  ship_from_changed_since_rating: 'The ship-from address was changed after the rate was issued.',
  carrier_account_out_of_use: 'The carrier account of the rate was no longer in use.',
  rate_of_seller_out_of_use: 'The seller of the rate is no longer used here.',
  seller_not_configured: 'The seller of the label is no longer set up here.',
  carrier_refused: 'The carrier refused.',

  order_not_found: 'There is no such order.',
  order_not_ready_to_ship: 'The order was not ready to ship.',
  return_not_requested: 'No return of the order was waiting for a label.',
  return_step_refused: 'The return was not ready for this step.',
  order_canceled: 'The order was canceled.',
  order_shipped: 'The order had already shipped.',
  already_labelled: 'The order already had a label.',
  void_pending: 'The void of the label was waiting for the carrier.',
  label_voided: 'The label was already voided.',
  no_label_to_void: 'There was no label to void.',
  order_has_no_label: 'The order had no label.',
  parcel_scanned: 'The carrier already had the parcel.',
  customer_unsubscribed: 'The customer has unsubscribed.',
  customer_bounced: 'E-mail to the customer bounces.',
  customer_complained: 'The customer reported an earlier e-mail as spam.',
  activity_not_recorded: 'The action could not be recorded in this log, so it was not started.',
};
