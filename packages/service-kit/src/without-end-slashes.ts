/**
 * Returns an address without trailing slashes. A loop is used, because code checkers report the equivalent pattern as
 * slow.
 */
export function withoutEndSlashes(address: string): string {
  let length = address.length;
  while (address[length - 1] === '/') length -= 1;
  return address.slice(0, length);
}
