import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registry for IPv4, with multicast, reserved addresses and addresses used by clouds. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this host
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, and Alibaba's metadata service
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's platform: a public address, but internal on every machine
  ['169.254.0.0', 16], // link-local, and the metadata services of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments, and Oracle's older metadata service
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/**
 * Only 2000::/3 is global unicast. Everything else is refused: loopback, mapped and compatible IPv4, NAT64,
 * discard-only, unique-local, link-local, site-local, multicast. These are the exceptions inside 2000::/3.
 */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: contains any IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const special = new BlockList();
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether the whole internet can reach an address. False for a text that is not a plain IP address, and for
 * addresses with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
