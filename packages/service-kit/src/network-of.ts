const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV4_WITH_PORT = /^([^:]+):\d+$/;
const IN_BRACKETS = /^\[([^\]]*)\]/;
const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/**
 * Returns the network for which anonymous callers are counted: an IPv4 address, or the /64 of an IPv6 address, which
 * belongs to one household or machine. A port after the address is ignored. Some proxies, such as Azure's Application
 * Gateway, write the port into `X-Forwarded-For`, and each connection of a caller has another port.
 */
export function networkOf(ip: string): string {
  const bare = (IPV4_WITH_PORT.exec(ip) ?? IN_BRACKETS.exec(ip))?.[1] ?? ip;
  const address = MAPPED.exec(bare)?.[1] ?? bare;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(GROUPS - front.length - back.length, 0) }, () => '0');
  const all = [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${all.slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
}
