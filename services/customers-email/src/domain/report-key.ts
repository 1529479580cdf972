/**
 * 128 random bits in hexadecimal digits. The key is the same in upper and lower case, because mail servers may change
 * the case.
 */
const SECRET = /^[0-9a-f]{32}$/;
/** Finds keys in `bounces+<key>@…` and in `<message.<key>@…>`. */
const IN_ADDRESS = /[+.]([0-9a-z]{1,11}-[0-9a-f]{32})@/g;
const MOST_KEYS = 5;

/**
 * Returns the key by which a report identifies a mail. It contains the account and a secret. Only those who got the
 * mail know the key, so nobody else can fake a bounce.
 */
export function reportKey(accountId: number, secret: string): string {
  if (!SECRET.test(secret)) throw new Error('The secret of a report key must be 32 hexadecimal digits.');
  return `${accountId.toString(36)}-${secret}`;
}

/** Returns the account that a key contains. */
export const accountOf = (key: string): number => Number.parseInt(key.slice(0, key.indexOf('-')), 36);

/** Returns the report keys in addresses and message ids, each key once, in the given order. */
export function findReportKeys(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.toLowerCase().matchAll(IN_ADDRESS)]);
  return [...new Set(found.map(([, key = '']) => key))].slice(0, MOST_KEYS);
}
