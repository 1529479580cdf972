import type {
  AddressCheck,
  AddressField,
  AddressMessage,
  AddressStatus,
} from '../../domain/address/address-check';
import type { PostalAddress } from '../../domain/address/postal-address';
import { standardStreet } from '../../domain/address/standard-street';
import type { ShippoAddress, ShippoMessage } from './shippo-shapes';

const FIELDS = [
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly AddressField[];

/** Converts Shippo's validation into our address check. */
export function addressCheck(original: PostalAddress, validated: ShippoAddress): AddressCheck {
  const { is_valid: isValid, messages: said } = validated.validation_results ?? {};
  const messages = (said ?? []).map(message);
  const { is_residential: isHome } = validated;
  const addressType = isHome === true ? 'residential' : isHome === false ? 'commercial' : 'unknown';
  if (!isValid)
    return { status: 'error', original, matched: undefined, changedFields: [], addressType, messages };
  const matched = { ...original, street3: '' };
  for (const field of FIELDS) matched[field] = validated[field] ?? '';
  const changedFields = FIELDS.filter((field) => !same(field, original, matched));
  const warns = (said ?? []).some(({ type }) => type?.toLowerCase().includes('warning'));
  const status: AddressStatus = warns ? 'warning' : changedFields.length > 0 ? 'corrected' : 'verified';
  return { status, original, matched, changedFields, addressType, messages };
}

/** Shippo names no field. */
const message = ({ code, text }: ShippoMessage): AddressMessage => ({
  code: (code ?? 'unknown').toLowerCase().replaceAll(/[^a-z0-9]/g, '_'),
  field: 'street1',
  message: text ?? '',
  suggestion: '',
});

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
