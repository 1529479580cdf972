import { type AccountId, accountId as asAccountId } from '@parcelyard/service-kit/ids';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const SPACE = 1n << 40n;
const FACTOR = 0x9e3779b97fn;
const SHIFT = 0x5bd1e995a7n;
/** The inverse of FACTOR, so that a code leads back to its account. */
const INVERSE = inverseOf(FACTOR);
/** Beyond any account; a code made up by somebody lies above it nearly always. */
const HIGHEST_ACCOUNT = 1_000_000_000n;

/** An account's referral code: the same for ever, another one for every account, and nothing has to be stored. */
export function referralCode(account: AccountId): string {
  let rest = (BigInt(account) * FACTOR + SHIFT) % SPACE;
  let code = '';
  while (code.length < LENGTH) {
    code = `${ALPHABET[Number(rest % 32n)]}${code}`;
    rest /= 32n;
  }
  return code;
}

/** Whose code it is, in upper or lower case; undefined when it is nobody's. */
export function accountOfCode(code: string): AccountId | undefined {
  const letters = [...code.trim().toUpperCase()].map((letter) => ALPHABET.indexOf(letter));
  if (letters.length !== LENGTH || letters.includes(-1)) return undefined;
  const number = letters.reduce((sum, letter) => sum * 32n + BigInt(letter), 0n);
  const account = ((number - SHIFT + SPACE) * INVERSE) % SPACE;
  return account > 0n && account <= HIGHEST_ACCOUNT ? asAccountId(Number(account)) : undefined;
}

/** By Newton's iteration: each round doubles the bits that are right. */
function inverseOf(odd: bigint): bigint {
  let inverse = odd;
  for (let bits = 3; bits < 40; bits *= 2) {
    inverse = (((inverse * (2n - odd * inverse)) % SPACE) + SPACE) % SPACE;
  }
  return inverse;
}
