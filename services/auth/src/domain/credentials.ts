import { DomainError } from '@parcelyard/service-kit/domain-error';

declare const brand: unique symbol;
/** An e-mail address, trimmed, Unicode-composed and in lower case, so that two spellings of one address are equal. */
export type Email = string & { readonly [brand]: 'Email' };

const MAX_EMAIL_LENGTH = 254;
/** A host name has letters of any script, digits, hyphens and dots. Other ASCII punctuation is not allowed. */
const EMAIL_SHAPE =
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}!-,/:-?\x5b-\x60\x7b-~]+\.[^\s@.\p{Cc}!-,/:-?\x5b-\x60\x7b-~]+$/u;

/** Returns the same text for all spellings of an address. Does not check the address. */
export const normalizeEmail = (text: string): Email => text.trim().toLowerCase().normalize('NFC') as Email;

/** @throws DomainError invalid_argument when it cannot be an address */
export function parseEmail(text: string): Email {
  const email = normalizeEmail(text);
  if (email === '') throw new DomainError('invalid_argument', 'field_required', {}, { field: 'email' });
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL_SHAPE.test(email)) {
    throw new DomainError('invalid_argument', 'email_malformed', {}, { field: 'email' });
  }
  return email;
}

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 200;

/**
 * Keyboards encode some characters in different ways. Returns the same text for all encodings of a password (NIST SP
 * 800-63B).
 */
export const normalizePassword = (text: string): string => text.normalize('NFKC');

/** @throws DomainError invalid_argument when the password is missing, too short or too long */
export function parsePassword(text: string, field = 'password'): string {
  if (text === '') throw new DomainError('invalid_argument', 'field_required', {}, { field });
  const password = normalizePassword(text);
  // Each code point counts as one character (NIST SP 800-63B).
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
    const range = { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH };
    throw new DomainError('invalid_argument', 'password_length', range, { field });
  }
  return password;
}
