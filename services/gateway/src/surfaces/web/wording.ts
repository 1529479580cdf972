import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';

/** What a page says where it must name its own pages and fields. */
const catalogue: Catalogue = {
  // common
  // auth
  // billing
  // customers
  // orders
  // pickups
  // shipping
};

/** Forms name their fields as the contract does. */
const fieldName = (path: string) => path;

/** A refusal in the words of the pages. */
export const webSentence = (refused: Refused): string => wordReason({ catalogue, fieldName }, refused);
