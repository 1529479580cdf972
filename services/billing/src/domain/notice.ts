import type { PostageAdjustment } from '@parcelyard/contracts/common';
import type { Cents } from '@parcelyard/money/cents';
import type { SavedCard } from './card';

/** A message to the account's owner by e-mail. */
export interface Notice {
  about: 'receipt' | 'card_wants_owner' | 'card_expiring' | 'refund' | 'dispute' | 'carrier_adjustment';
  amount?: Cents | undefined;
  /** Such as `Visa ending in 4242`. */
  card?: string | undefined;
  /** The reference that the owner tells support in a question about this message. */
  reference?: string | undefined;
  adjustment?: PostageAdjustment | undefined;
}

/** The display name of a card, such as `Visa ending in 4242`. */
export const cardName = ({ brand, last4 }: SavedCard): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1).replaceAll('_', ' ')} ending in ${last4}`;

/** The card's name with its last valid month, such as `Visa ending in 4242 (03/2027)`. */
export const cardWithMonth = (card: SavedCard): string =>
  `${cardName(card)} (${`${card.expMonth}`.padStart(2, '0')}/${card.expYear})`;
