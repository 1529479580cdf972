/**
 * Returns an address without trailing slashes. A loop is used instead of a regular expression, because code checkers
 * report the equivalent regular expression as slow.
 */
export function withoutEndSlashes(address: string): string {
  let length = address.length;
  while (address[length - 1] === '/') length -= 1;
  return address.slice(0, length);
}
