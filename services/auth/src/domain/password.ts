import { DomainError } from '@parcelyard/service-kit/domain-error';

const MIN_LENGTH = 8;
const MAX_LENGTH = 200;

/** One form for the many ways in which keyboards compose the same characters (NIST SP 800-63B). */
export const normalizePassword = (text: string): string => text.normalize('NFKC');

/** @throws DomainError invalid_argument when it is missing or its length is out of bounds */
export function parsePassword(text: string, field = 'password'): string {
  if (text === '') throw DomainError.text('invalid_argument', `${field} is required.`, { field });
  const password = normalizePassword(text);
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw DomainError.text(
      'invalid_argument',
      `${field} must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`,
      { field },
    );
  }
  return password;
}
