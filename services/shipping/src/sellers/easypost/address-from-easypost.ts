import type {
  AddressCheck,
  AddressField,
  AddressMessage,
  AddressStatus,
} from '../../domain/address/address-check';
import type { PostalAddress } from '../../domain/address/postal-address';
import { standardStreet } from '../../domain/address/standard-street';
import type { EasypostAddress, EasypostFinding } from './easypost-shapes';

const FIELDS = [
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly AddressField[];

/** Converts EasyPost's verification into our address check. */
export function addressCheck(original: PostalAddress, verified: EasypostAddress): AddressCheck {
  const delivery = verified.verifications?.delivery;
  const messages = (delivery?.errors ?? []).map(message);
  const addressType =
    verified.residential === true ? 'residential' : verified.residential === false ? 'commercial' : 'unknown';
  if (!delivery?.success) {
    return { status: 'error', original, matched: undefined, changedFields: [], addressType, messages };
  }
  const matched = { ...original, street3: '' };
  for (const field of FIELDS) matched[field] = verified[field] ?? '';
  const changedFields = FIELDS.filter((field) => !same(field, original, matched));
  const status: AddressStatus =
    messages.length > 0 ? 'warning' : changedFields.length > 0 ? 'corrected' : 'verified';
  return { status, original, matched, changedFields, addressType, messages };
}

function message({ code, field, message: text, suggestion }: EasypostFinding): AddressMessage {
  return {
    code: code.toLowerCase().replace(/^e\./, '').replaceAll('.', '_'),
    field: FIELDS.find((known) => known === field) ?? 'street1',
    message: text,
    suggestion: suggestion ?? '',
  };
}

/** Capitals, abbreviations, added values and text moved between street lines do not count as changes. */
function same(field: AddressField, original: PostalAddress, matched: PostalAddress): boolean {
  if (field === 'street1' || field === 'street2') return streetOf(original) === streetOf(matched);
  const before = original[field].trim().toUpperCase();
  const after = matched[field].toUpperCase();
  if (before === '') return field !== 'zip';
  return field === 'zip' ? after.startsWith(before) : before === after;
}

const streetOf = ({ street1, street2, street3 }: PostalAddress): string =>
  [street1, street2, street3].map(standardStreet).filter(Boolean).join(' ');
