import type { Refused, Wording } from '@parcelyard/reasons/reason';
import { REASONS, type ReasonParams, type WordedReason } from '@parcelyard/reasons/reasons';

type Advice = { readonly [R in WordedReason]?: string | ((params: ReasonParams<R>) => string) };

const ANOTHER_DAY =
  'Choose another day: check_pickup_availability shows the next one as next_available_date.';
const IN_A_MOMENT = 'Try again in a moment.';
const READY_ORDERS = 'list_orders shows the orders that are ready to ship.';
const RECHARGE = 'The owner can switch auto-recharge on under Settings, Billing.';

/** What an MCP caller should do next. In the answer, this advice comes after the sentence that all surfaces share. */
const ADVICE: Advice = {
  // billing
  insufficient_balance: ({ shortage }) =>
    shortage === 'auto_recharge_off'
      ? RECHARGE
      : shortage === 'batch'
        ? 'Try this order in another batch.'
        : '',
  labels_of_another_kind: 'Show this to the user: only the operator of this service can change that.',
  payment_declined: "Show this to the user: the card's bank knows the reason.",
  no_referral_credit: 'get_referral_info shows the referral code that earns credit.',
  // customers
  customer_email_fixed: 'Leave email out, or add another customer with the new address.',
  customer_email_taken: 'Nothing was changed. If that is the same person, use that customer.',
  segment_empty: 'Choose another segment or other days.',
  customer_unreachable:
    'Nothing was sent. Ask the user for an address. create_or_update_customer can save it for a customer without an e-mail address.',
  customer_unsubscribed: 'Nothing was sent. Ask the user before you contact this customer in another way.',
  customer_bounced:
    'Nothing was sent. Ask the user for another address. If this address works again, the owner can report that under Settings, Mail to customers.',
  customer_complained: 'Nothing was sent. Ask the user before you contact this customer in another way.',
  // orders
  order_ended: 'get_order shows its status.',
  order_shipped: 'track_order shows where its parcel is.',
  order_has_no_label: 'The first step to buy one is get_rates.',
  label_replaced: 'Print the label that get_label shows, then mark it printed.',
  no_platform_connected: 'The owner can connect one under Settings, Shipping.',
  void_pending: ({ act }) =>
    ({
      // The advice depends on the action that was refused. For `buy`, no advice is needed.
      buy: '',
      print: 'get_label shows void_pending: true until the carrier has answered.',
      change: 'track_order shows void_pending: true until then.',
      cancel: 'track_order shows void_pending: true until then.',
    })[act],
  // pickups
  pickup_outside_us: 'The owner can change that address under Settings, Shipping.',
  pickup_day_past: ANOTHER_DAY,
  pickup_day_weekend: ANOTHER_DAY,
  pickup_day_holiday: ANOTHER_DAY,
  pickup_cutoff_over: ANOTHER_DAY,
  pickup_day_too_far: ANOTHER_DAY,
  pickup_collected_already: 'track_order shows where its parcels are.',
  pickup_over: 'If parcels still wait, book another day with schedule_pickup.',
  // shipping
  order_not_returnable:
    'track_order shows where its parcel is; get_label with return: true shows a return label.',
  tracking_number_unknown: 'list_orders finds orders by a query: name, order number or tracking number.',
  price_above_max_cost: 'Choose a cheaper row of get_rates, or show the user the price.',
  export_filing_needed: "Ask the user for the filing's number, and pass it as itn.",
  order_canceled: READY_ORDERS,
  order_merged: READY_ORDERS,
  already_labelled: 'get_label shows the label.',
  no_rates: 'Check its address and weight with get_order.',
  purchase_out_of_time: IN_A_MOMENT,
  purchase_carrier_silent: IN_A_MOMENT,
  purchase_carrier_unavailable: IN_A_MOMENT,
  purchase_carrier_busy: IN_A_MOMENT,
  seller_not_configured: 'Show this to the user: the operator of this service can set it up again.',
  no_label_to_void: 'get_order shows its status.',
  order_forgot_label: 'Tell the user, and buy no label for this order until support has answered.',
  label_voided: 'get_balance shows the refund.',
  parcel_scanned: 'track_order shows where the parcel is.',
  batch_no_order_buyable: 'Call trigger_batch_purchase without confirm to see the reason for each order.',
  batch_above_max_total: 'Choose fewer orders with order_ids, or show the user the price.',
  batch_above_max_charge: 'Choose fewer orders with order_ids, or show the user the price.',
  batch_balance_insufficient: RECHARGE,
  batch_payment_unanswered: 'Check get_balance, then try again.',
  batch_label_not_begun: 'Try this order in another batch.',
  labelled_outside_batch: 'get_label shows the label.',
};

type Advised = { readonly [R in WordedReason]?: Wording<ReasonParams<R>> };

/** The shared sentences, each followed by its advice. */
export const sentencesWithAdvice = Object.fromEntries(
  (Object.entries(ADVICE) as [WordedReason, string | ((params: Refused['params']) => string)][]).map(
    ([reason, advice]) => {
      const sentence = REASONS[reason].sentence as Wording<object>;
      const advised: Wording<object> = (params, said) =>
        `${sentence(params, said)} ${typeof advice === 'string' ? advice : advice(params)}`.trimEnd();
      return [reason, advised];
    },
  ),
) as Advised;
