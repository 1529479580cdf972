import { accountId } from '@parcelyard/service-kit/ids';
import fc from 'fast-check';
import { accountOfCode, referralCode } from '../../src/domain/referral';

const accounts = fc.integer({ min: 1, max: 1_000_000_000 }).map(accountId);

describe('a referral code', () => {
  test('decodes to its account, in upper and lower case and with spaces around it', () => {
    fc.assert(
      fc.property(accounts, (account) => {
        const code = referralCode(account);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
        expect(accountOfCode(code)).toBe(account);
        expect(accountOfCode(` ${code.toLowerCase()} `)).toBe(account);
      }),
    );
  });

  test('of the next account is very different', () => {
    const codes = Array.from({ length: 500 }, (_, n) => referralCode(accountId(n + 1)));
    expect(new Set(codes).size).toBe(500);
    expect(new Set(codes.map((code) => code.slice(0, 3))).size).toBeGreaterThan(300);
  });

  test('that somebody invented almost never belongs to an account', () => {
    const letter = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
    const madeUp = fc.sample(fc.string({ unit: letter, minLength: 8, maxLength: 8 }), {
      numRuns: 1000,
      seed: 7,
    });
    expect(madeUp.filter((code) => accountOfCode(code) !== undefined).length).toBeLessThan(20);
    for (const code of ['', 'ABC', 'ABCDEFGHJ', 'ABCDEFGI', 'ÄBCDEFGH']) {
      expect(accountOfCode(code)).toBeUndefined();
    }
  });
});
