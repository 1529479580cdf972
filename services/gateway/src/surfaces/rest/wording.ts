import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { fromFailure } from '@parcelyard/service-kit/failure';

/** What a REST answer says where it must name its own routes and fields. */
const catalogue: Catalogue = {
  // common
  // auth
  // billing
  // customers
  // orders
  // pickups
  // shipping
};

/** The contract's `customer_id` is `customerId` here, and an order has no `ship_to` of its own. */
export const restField = (path: string): string =>
  path
    .replace(/(^|\.)ship_to\.?/g, '$1')
    .replace(/\.$/, '')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A refusal in the words of the REST API. */
export const restSentence = (refused: Refused): string =>
  wordReason({ catalogue, fieldName: restField }, refused);

/** The same for a refusal inside a reply. */
export const restFailure = (failure: Failure): string => restSentence(fromFailure(failure));
