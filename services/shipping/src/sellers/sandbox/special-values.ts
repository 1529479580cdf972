/**
 * When a recipient's company or an order number contains one of these values, the sandbox behaves in a special way. For
 * example, it refuses the sale or the void.
 */
const SPECIAL_VALUES = [
  'SBX_DECLINE',
  'SBX_TIMEOUT_AFTER_BUY',
  'SBX_TIMEOUT_BEFORE_BUY',
  'SBX_VOID_REJECTED',
  'SBX_VOID_PENDING',
  'SBX_PICKUP_NONE',
  'SBX_SCAN_EXCEPTION',
  'SBX_RETURN',
  'SBX_ADJUST',
] as const;

export type SpecialValue = (typeof SPECIAL_VALUES)[number];

/** Order numbers must be unique, so text may follow the value: `SBX_DECLINE-17` or `SBX_DECLINE_17`. */
const SPELLING = /SBX_[A-Z]+(?:_[A-Z]+)*/g;

export function specialValues(texts: readonly string[]): readonly SpecialValue[] {
  const found = texts.flatMap((text) => text.match(SPELLING) ?? []);
  return [...new Set(found)].filter(isSpecialValue);
}

const isSpecialValue = (text: string): text is SpecialValue =>
  (SPECIAL_VALUES as readonly string[]).includes(text);

export const ZIP_WITHOUT_RATES = '00004';
/** For a destination with this ZIP, one carrier returns an error and the other carriers return rates. */
export const ZIP_WITH_ONE_ERROR = '00005';
export const ERRING_CARRIER = 'fedex';
export const ZIP_OF_SLOW_ANSWERS = '00006';
export const SLOW_ANSWER_MS = 6_000;

export const DECLINED = 'Carrier declined: address is outside the service area (SBX-1001)';
export const VOID_REJECTED =
  'Carrier rejected the void: the label was already presented for payment (SBX-2001)';
export const VOID_AFTER_SCAN = 'Carrier rejected the void: the parcel has been scanned (SBX-2002)';
export const REWEIGHED = 'The carrier weighed the parcel again (SBX-6001)';
export const RATING_UNAVAILABLE = 'Carrier rating is temporarily unavailable (SBX-4001)';
export const noPickup = (date: string): string =>
  `Carrier has no driver for this address on ${date} (SBX-3001)`;
