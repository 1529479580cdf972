import type { AddressCheckMessage } from '@parcelyard/contracts/orders';
import type { PostalAddress } from './postal-address';

/** `verified`: a carrier knows street and house number. `plausible`: the checks of this service found no error. */
export type AddressStatus = 'verified' | 'plausible' | 'corrected' | 'warning' | 'error';
export type AddressType = 'residential' | 'commercial' | 'unknown';
export type AddressField = 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country';

/** The contract's message about one checked field. An empty suggestion means "no suggestion". */
export type AddressMessage = Readonly<AddressCheckMessage> & { readonly field: AddressField };

/**
 * The result of a check ([MCP-S11]). The result is only shown. It never prevents that the address is saved or rated.
 */
export interface AddressCheck {
  readonly status: AddressStatus;
  readonly original: PostalAddress;
  /** The address in standard form; undefined when the address was not found. */
  readonly matched: PostalAddress | undefined;
  /** Fields whose content differs in `matched`. Differences in capitals or abbreviations do not count. */
  readonly changedFields: AddressField[];
  readonly addressType: AddressType;
  readonly messages: AddressMessage[];
}

/** One problem or correction, and the resulting status. */
export interface Finding {
  readonly status: AddressStatus;
  readonly message?: AddressMessage;
  /** Corrected values, by field. */
  readonly changes?: Partial<Record<AddressField, string>>;
}
