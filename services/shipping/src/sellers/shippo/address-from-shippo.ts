import type { AddressCheck, AddressMessage } from '../../domain/address/address-check';
import type { PostalAddress } from '../../domain/address/postal-address';
import { verifiedAddress } from '../verified-address';
import type { ShippoAddress, ShippoMessage } from './shippo-shapes';

export function addressCheck(original: PostalAddress, validated: ShippoAddress): AddressCheck {
  const { is_valid: isValid, messages: said } = validated.validation_results ?? {};
  return verifiedAddress(original, {
    found: isValid ? validated : undefined,
    isResidential: validated.is_residential,
    messages: (said ?? []).map(message),
    warns: (said ?? []).some(({ type }) => type?.toLowerCase().includes('warning')),
  });
}

/** Shippo does not say to which field a message belongs, so every message gets the field `street1`. */
const message = ({ code, text }: ShippoMessage): AddressMessage => ({
  code: (code ?? 'unknown').toLowerCase().replaceAll(/[^a-z0-9]/g, '_'),
  field: 'street1',
  message: text ?? '',
  suggestion: '',
});
