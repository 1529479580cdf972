import type { Failure } from '@parcelyard/contracts/common';
import { PLAIN_DIRECTIONS } from '@parcelyard/reasons/directions';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { toRefused } from '@parcelyard/service-kit/failure';
import { fieldLabel } from './field-labels';

const RATE_AGAIN = PLAIN_DIRECTIONS.rateAgain;
const PREVIEW_AGAIN = 'Read the agreement below and accept it.';

/** Sentences that name the pages and their fields. */
const catalogue: Catalogue = {
  // common
  plan_lacks_feature: ({ feature, plans }) =>
    `Your plan does not include ${feature}.${plans.length > 0 ? ` Plans with it: ${plans.join(', ')}.` : ''}`,
  email_malformed: () => 'Enter an e-mail address such as name@example.com.',
  mail_address_malformed: ({ got }) => `Enter an e-mail address such as name@example.com; got "${got}".`,
  // orders
  order_held_by_purchase: ({ orderId, act }) =>
    `A label is being bought for order ${orderId}. Look at the order in a moment, before you ${act} it.`,
  nothing_to_change: () => 'Change at least one field.',
  order_needs_one_recipient: () => 'Choose a customer or give an address.',
  // shipping
  agreement_token_not_intact: () => `This agreement is not the one that was shown. ${PREVIEW_AGAIN}`,
  agreement_token_of_another_account: () => `This agreement was shown to another account. ${PREVIEW_AGAIN}`,
  agreement_token_of_another_carrier: ({ issuedFor, carrier }) =>
    `This is the agreement of ${issuedFor}, not of ${carrier}. ${PREVIEW_AGAIN}`,
  agreement_changed: () => `The agreement has changed since it was shown. ${PREVIEW_AGAIN}`,
  agreement_token_expired: () => `This agreement was shown too long ago. ${PREVIEW_AGAIN}`,
  seal_not_intact: () => `This rate is not valid. ${RATE_AGAIN}`,
  seal_of_another_account: () => `This rate was issued to another account. ${RATE_AGAIN}`,
  seal_of_another_order: ({ orderId }) =>
    `This rate belongs to another order, not to order ${orderId}. ${RATE_AGAIN}`,
  seals_of_two_ratings: () => `The rate and its parcel come from two different ratings. ${RATE_AGAIN}`,
  differs_from_rate: ({ sealed, got }) =>
    `The service must be "${sealed}", as in this rate; got "${got}". ${RATE_AGAIN}`,
  ship_from_changed_since_rating: () =>
    `Your ship-from address has changed since this rate was issued. ${RATE_AGAIN}`,
  carrier_account_out_of_use: () =>
    `This rate is from your own carrier account, which is no longer in use. ${RATE_AGAIN}`,
};

export const webSentence = (refused: Refused): string =>
  wordReason({ catalogue, directions: PLAIN_DIRECTIONS, fieldName: fieldLabel }, refused);

/** Returns the sentence for a refusal that is part of a reply. */
export const webFailure = (failure: Failure): string => webSentence(toRefused(failure));
