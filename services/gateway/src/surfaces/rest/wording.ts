import type { Failure } from '@parcelyard/contracts/common';
import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { type Directions, PLAIN_DIRECTIONS } from '@parcelyard/reasons/directions';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Absolute, type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { toRefused } from '@parcelyard/service-kit/failure';

const dollars = (amount: number) => formatDollars(cents(amount));

const directions: Directions = {
  ...PLAIN_DIRECTIONS,
  rateAgain: 'Call POST /public/shipping-info again and use its values.',
  rating: 'POST /public/shipping-info',
  rateAndParcel: 'rateId and packageId',
  checkStatus: ' Check its status with GET /public/order/{id}.',
  lookAtOrder: 'Check GET /public/order/{id}',
  voidLabelFirst: 'Delete the order, or void its label first with POST /public/order/{id}/void-label.',
  cancelAgain: 'Send DELETE /public/order/{id} again.',
  voidOrCancel: 'void the label or send DELETE /public/order/{id}',
  giveWeight: ' Rate the order with POST /public/shipping-info.',
};

/** Sentences that name REST's own routes and fields. */
const catalogue: Catalogue = {
  // billing
  approval_denied: ({ totalCents, askAgainAt }) =>
    `The owner said no to this label at ${dollars(totalCents)}. Nothing was charged. The owner can be asked about it again from ${askAgainAt}.`,
  charge_above_max_charge: (
    { totalCents, postageCents, insuranceCents, feeCents, maxChargeCents },
    { field },
  ) =>
    `This label costs ${dollars(totalCents)} in all (postage ${dollars(postageCents)}, insurance ${dollars(insuranceCents)}, fee ${dollars(feeCents)}), above ${field} ${dollars(maxChargeCents)}. Nothing was charged. Choose a cheaper rate, or raise ${field}.`,
  // orders
  order_needs_one_recipient: () => 'Exactly one of customerId or an address must be provided.',
  delivery_not_found: ({ deliveryId }) => `Webhook delivery ${deliveryId} was not found in this account.`,
  webhook_secret_lost: () =>
    'The signing secret can no longer be read. Create a new one with POST /public/webhook/rotate-secret.',
  // pickups
  nothing_to_pick_up: ({ carrier }) =>
    `No printed ${carrier} labels are waiting for a pickup. Mark labels printed with POST /public/mark-labels-printed.`,
  // shipping
  price_above_max_cost: ({ price, maxCost }, { field }) =>
    `The postage of this rate is $${price}, above ${field} $${maxCost}. Nothing was charged.`,
};

/**
 * Converts the name of a field in the contract to its name in REST. `customer_id` becomes `customerId`. Amounts in REST
 * are in dollars, so `_cents` is removed. The groups `ship_to` and `amounts` do not exist in REST, so they are removed,
 * too.
 */
export const restField = (path: string): string =>
  (path.endsWith('_cents') ? path.slice(0, -'_cents'.length) : path)
    .replace('amounts.', '')
    .replace('street', 'address')
    .replace(/(^|\.)ship_to\.?/g, '$1')
    .replace(/\.$/, '')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

interface Names {
  /** Returns the name of a field, for a route that names its fields differently from other routes. */
  readonly fieldName?: (path: string) => string;
  readonly absolute?: Absolute;
}

export const restSentence = (refused: Refused, { fieldName = restField, absolute }: Names = {}): string =>
  wordReason({ catalogue, directions, fieldName, absolute }, refused);

/** Returns the sentence of a refusal. The reply contains the refusal beside other data. */
export const restFailure = (failure: Failure, absolute?: Absolute): string =>
  restSentence(toRefused(failure), absolute && { absolute });
