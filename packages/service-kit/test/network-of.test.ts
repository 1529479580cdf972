import { networkOf } from '@parcelyard/service-kit/network-of';

describe('a quota counts requests', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    // Some proxies add the port to an address of X-Forwarded-For.
    ['203.0.113.9:50123', '203.0.113.9'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['', ''],
  ])('from %s under the network %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
