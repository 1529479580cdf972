/** An address without the slashes at its end: a loop, for the pattern that does the same looks slow to judges of patterns. */
export function withoutEndSlashes(address: string): string {
  let length = address.length;
  while (address[length - 1] === '/') length -= 1;
  return address.slice(0, length);
}
