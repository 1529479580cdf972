import type {
  AddressCheck,
  AddressField,
  AddressMessage,
  AddressStatus,
} from '../domain/address/address-check';
import type { PostalAddress } from '../domain/address/postal-address';
import { standardStreet } from '../domain/address/standard-street';

export const ADDRESS_FIELDS = [
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly AddressField[];

type VerifiedField = (typeof ADDRESS_FIELDS)[number];

interface Verification {
  /** The address as the seller writes it. Undefined when the seller found none. */
  readonly found: Readonly<Partial<Record<VerifiedField, string | null | undefined>>> | undefined;
  readonly isResidential: boolean | null | undefined;
  readonly messages: AddressMessage[];
  readonly warns: boolean;
}

export function verifiedAddress(
  original: PostalAddress,
  { found, isResidential, messages, warns }: Verification,
): AddressCheck {
  const addressType =
    isResidential === true ? 'residential' : isResidential === false ? 'commercial' : 'unknown';
  if (!found)
    return { status: 'error', original, matched: undefined, changedFields: [], addressType, messages };
  const matched = { ...original, street3: '' };
  for (const field of ADDRESS_FIELDS) matched[field] = found[field] ?? '';
  const changedFields = ADDRESS_FIELDS.filter((field) => !same(field, original, matched));
  const status: AddressStatus = warns ? 'warning' : changedFields.length > 0 ? 'corrected' : 'verified';
  return { status, original, matched, changedFields, addressType, messages };
}

/**
 * Returns whether a field is the same in both addresses. These are no differences: capitals, short forms in the street,
 * words that moved to another street line, an added city, state or country, and four digits that were added to the ZIP.
 * An added ZIP is a difference.
 */
function same(field: VerifiedField, original: PostalAddress, matched: PostalAddress): boolean {
  if (field === 'street1' || field === 'street2') return streetOf(original) === streetOf(matched);
  const before = original[field].trim().toUpperCase();
  const after = matched[field].toUpperCase();
  if (before === '') return field !== 'zip';
  return field === 'zip' ? after.startsWith(before) : before === after;
}

const streetOf = ({ street1, street2, street3 }: PostalAddress): string =>
  [street1, street2, street3].map(standardStreet).filter(Boolean).join(' ');
