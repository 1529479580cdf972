import type { Cents } from '@parcelyard/money/cents';
import { type AccountId, accountId as asAccountId } from '@parcelyard/service-kit/ids';

/**
 * `joined`: a new account has joined with the code. `credited`: a carrier has scanned the new account's first label,
 * and the account that gave the code got the credit.
 */
export type ReferralStatus = 'joined' | 'credited';

export interface Referral {
  /** The account that gave the code. */
  readonly accountId: AccountId;
  readonly referredAccountId: AccountId;
  readonly name: string;
  readonly status: ReferralStatus;
  readonly credit: Cents;
  readonly joinedAt: Date;
}

/** Returns the name of the credit. A credit with the same name is given only once. */
export const referralCreditName = (referredAccountId: AccountId) => `referred:${referredAccountId}`;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const SPACE = 1n << 40n;
const FACTOR = 0x9e3779b97fn;
const SHIFT = 0x5bd1e995a7n;
/** Undoes the multiplication with FACTOR. */
const INVERSE = inverseOf(FACTOR);
/** Higher than every account number. Nearly every invented code decodes to a number above this limit and is refused. */
const MAX_ACCOUNT = 1_000_000_000n;

/** Returns an account's referral code. It is computed from the account number and not stored. */
export function referralCode(account: AccountId): string {
  let rest = (BigInt(account) * FACTOR + SHIFT) % SPACE;
  let code = '';
  while (code.length < LENGTH) {
    code = `${ALPHABET[Number(rest % 32n)]}${code}`;
    rest /= 32n;
  }
  return code;
}

/** Returns the account that has this code. Upper and lower case count as equal. Undefined for an invalid code. */
export function accountOfCode(code: string): AccountId | undefined {
  const letters = [...code.trim().toUpperCase()].map((letter) => ALPHABET.indexOf(letter));
  if (letters.length !== LENGTH || letters.includes(-1)) return undefined;
  const number = letters.reduce((sum, letter) => sum * 32n + BigInt(letter), 0n);
  const account = ((number - SHIFT + SPACE) * INVERSE) % SPACE;
  return account > 0n && account <= MAX_ACCOUNT ? asAccountId(Number(account)) : undefined;
}

/** Newton's iteration modulo a power of two: each round doubles the number of correct bits. */
function inverseOf(odd: bigint): bigint {
  let inverse = odd;
  for (let bits = 3; bits < 40; bits *= 2) {
    inverse = (((inverse * (2n - odd * inverse)) % SPACE) + SPACE) % SPACE;
  }
  return inverse;
}
