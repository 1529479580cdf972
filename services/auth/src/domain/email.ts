import { DomainError } from '@parcelyard/service-kit/domain-error';

declare const brand: unique symbol;
/** An address as it is compared: trimmed, composed, in lower case. */
export type Email = string & { readonly [brand]: 'Email' };

const MAX_LENGTH = 254;
const SHAPE = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@.\p{Cc}]+$/u;

/** How two spellings of one address become equal. Does not judge whether it is one. */
export const normalizeEmail = (text: string): Email => text.trim().normalize('NFC').toLowerCase() as Email;

/** @throws DomainError invalid_argument when it cannot be an address */
export function parseEmail(text: string): Email {
  const email = normalizeEmail(text);
  if (email === '') throw DomainError.text('invalid_argument', 'email is required.', { field: 'email' });
  if (email.length > MAX_LENGTH || !SHAPE.test(email)) {
    throw DomainError.text('invalid_argument', 'email must be an e-mail address such as name@example.com.', {
      field: 'email',
    });
  }
  return email;
}
