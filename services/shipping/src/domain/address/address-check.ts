import type { AddressCheckMessage } from '@parcelyard/contracts/orders';
import type { PostalAddress } from './postal-address';

/** `verified`: a carrier knows the street and the house number. `plausible`: we found no mistake. */
export type AddressStatus = 'verified' | 'plausible' | 'corrected' | 'warning' | 'error';
export type AddressType = 'residential' | 'commercial' | 'unknown';
export type AddressField = 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country';

/** A message about one field. An empty suggestion means that there is none. */
export type AddressMessage = Readonly<AddressCheckMessage> & { readonly field: AddressField };

/**
 * The result of a check ([MCP-S11]). It blocks nothing: an address with mistakes can still be saved and used for rates.
 */
export interface AddressCheck {
  readonly status: AddressStatus;
  readonly original: PostalAddress;
  /** The address in standard form; undefined when the status is `error`. */
  readonly matched: PostalAddress | undefined;
  /** Fields that are different in `matched`. Capitals and short forms in street lines do not count. */
  readonly changedFields: AddressField[];
  readonly addressType: AddressType;
  readonly messages: AddressMessage[];
}

/** A problem or a correction. The check gets the worst status of its findings. */
export interface Finding {
  readonly status: AddressStatus;
  readonly message?: AddressMessage;
  readonly changes?: Partial<Record<AddressField, string>>;
}
