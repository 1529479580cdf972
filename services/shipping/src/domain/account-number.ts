import { DomainError } from '@parcelyard/service-kit/domain-error';

/**
 * A carrier's account number in one spelling, so that `a1-b2 c3` and `A1B2C3` are the same account; empty stays empty.
 * @throws DomainError invalid_argument
 */
export function accountNumber(given: string): string {
  const plain = given.replace(/[\s-]/g, '').toUpperCase();
  if (given.trim() === '' || /^[A-Z0-9]{3,20}$/.test(plain)) return plain;
  throw DomainError.text(
    'invalid_argument',
    `account_number must be 3 to 20 letters and digits; got "${given}".`,
    { field: 'account_number' },
  );
}
