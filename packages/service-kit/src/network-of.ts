const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/**
 * Returns the network for which anonymous callers are counted: an IPv4 address, or the /64 of an IPv6 address, which
 * belongs to one household or machine.
 */
export function networkOf(ip: string): string {
  const address = MAPPED.exec(ip)?.[1] ?? ip;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(GROUPS - front.length - back.length, 0) }, () => '0');
  const all = [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${all.slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
}
