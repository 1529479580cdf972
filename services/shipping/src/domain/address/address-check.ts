import type { AddressCheckMessage } from '@parcelyard/contracts/orders';
import type { PostalAddress } from './postal-address';

/** `verified`: somebody who delivers knows street and house number. `plausible`: what we can check ourselves fits. */
export type AddressStatus = 'verified' | 'plausible' | 'corrected' | 'warning' | 'error';
export type AddressType = 'residential' | 'commercial' | 'unknown';
export type AddressField = 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country';

/** The contract's message, about one of the checked fields. An empty suggestion: there is nothing to propose. */
export type AddressMessage = Readonly<AddressCheckMessage> & { readonly field: AddressField };

/** What a check found ([MCP-S11]). It never blocks saving or rating: it is reported. */
export interface AddressCheck {
  readonly status: AddressStatus;
  readonly original: PostalAddress;
  /** The address as it should be written; undefined when it was not found. */
  readonly matched: PostalAddress | undefined;
  /** Fields whose content, not merely its spelling in capitals or abbreviations, differs in `matched`. */
  readonly changedFields: AddressField[];
  readonly addressType: AddressType;
  readonly messages: AddressMessage[];
}

/** One thing that is wrong or was put right, and what it makes of the whole. */
export interface Finding {
  readonly status: AddressStatus;
  readonly message?: AddressMessage;
  /** Fields that should be spelled differently. */
  readonly changes?: Partial<Record<AddressField, string>>;
}
