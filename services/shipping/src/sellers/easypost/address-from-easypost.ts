import type { AddressCheck, AddressMessage } from '../../domain/address/address-check';
import type { PostalAddress } from '../../domain/address/postal-address';
import { ADDRESS_FIELDS, verifiedAddress } from '../verified-address';
import type { EasypostAddress, EasypostFinding } from './easypost-shapes';

export function addressCheck(original: PostalAddress, verified: EasypostAddress): AddressCheck {
  const delivery = verified.verifications?.delivery;
  const messages = (delivery?.errors ?? []).map(message);
  return verifiedAddress(original, {
    found: delivery?.success ? verified : undefined,
    isResidential: verified.residential,
    messages,
    warns: messages.length > 0,
  });
}

const message = ({ code, field, message: text, suggestion }: EasypostFinding): AddressMessage => ({
  code: code.toLowerCase().replace(/^e\./, '').replaceAll('.', '_'),
  field: ADDRESS_FIELDS.find((known) => known === field) ?? 'street1',
  message: text,
  suggestion: suggestion ?? '',
});
