import { isPublicAddress } from '../src/addresses/is-public-address';
import { createEgress } from '../src/create-egress';
import { HOSTILE_URLS } from './hostile-urls';

/** Creates an egress whose name server knows only the names in `answers`. */
const answering = (answers: Record<string, readonly string[]>) =>
  createEgress({
    allow: [],
    lookup: async (name) => {
      const found = answers[name];
      if (!found) throw new Error('ENOTFOUND');
      return found;
    },
  });

const offline = answering({});

describe('a URL from a user', () => {
  describe.each(Object.entries(HOSTILE_URLS))('is refused without a DNS look-up: %s', (_trick, urls) => {
    it.each(urls)('%j', async (url) => {
      await expect(offline.checkPublicUrl(url)).rejects.toMatchObject({
        failure: 'refused',
        message: expect.stringMatching(/^The URL must .*\.$/),
      });
    });
  });

  it('is refused in more than eighty spellings', () => {
    expect(Object.values(HOSTILE_URLS).flat().length).toBeGreaterThan(80);
    expect(new Set(Object.values(HOSTILE_URLS).flat()).size).toBe(Object.values(HOSTILE_URLS).flat().length);
  });

  it.each([
    ['https://example.com/hook', 'https://example.com/hook'],
    ['HTTP://Example.COM', 'http://example.com/'],
    ['http://example.com:8080/a?b=c#d', 'http://example.com:8080/a?b=c#d'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
    ['https://example.com./', 'https://example.com./'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://example.com/?redirect=http://127.0.0.1/', 'https://example.com/?redirect=http://127.0.0.1/'],
    ['https://example.com/@me', 'https://example.com/@me'],
    ['https://example.com?mail=a@b.com', 'https://example.com/?mail=a@b.com'],
  ])('%s is accepted', async (url, spelled) => {
    expect((await offline.checkPublicUrl(url)).href).toBe(spelled);
  });

  it.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['93.184.216.34', '192.168.0.1']],
    [['2606:4700::1111', '::1']],
    [['::ffff:93.184.216.34']],
    [['fe80::1%eth0']],
    [['not an address']],
  ])('is refused when its host name has the addresses %j', async (addresses) => {
    const egress = answering({ 'hooks.example.com': addresses });
    await expect(egress.checkPublicUrl('https://hooks.example.com/')).rejects.toMatchObject({
      failure: 'refused',
      message: 'The URL must be on a public host.',
    });
  });

  it('is accepted when all addresses of its host name are public, or when it has none now', async () => {
    const egress = answering({
      'hooks.example.com': ['93.184.216.34', '2606:4700::1111'],
      'none.example.com': [],
    });
    await egress.checkPublicUrl('https://hooks.example.com/');
    await egress.checkPublicUrl('https://none.example.com/');
    await egress.checkPublicUrl('https://unknown.example.com/');
  });

  it('is refused with another scheme, and the message names the allowed schemes', async () => {
    await expect(offline.checkPublicUrl('http://example.com/', ['https:'])).rejects.toThrow(
      'The URL must be an absolute https URL.',
    );
    await expect(offline.checkPublicUrl('ftp://example.com/')).rejects.toThrow(
      'The URL must be an absolute http or https URL.',
    );
  });

  it('is refused when it is longer than 2,048 characters', async () => {
    await expect(offline.checkPublicUrl(`https://example.com/${'a'.repeat(2_029)}`)).rejects.toThrow(
      'The URL must be at most 2048 characters long.',
    );
  });
});

describe('an exception', () => {
  const egress = createEgress({
    allow: ['127.0.0.1:9000', '[::1]:9001', 'Receiver.internal:80'],
    lookup: async () => [],
  });

  it.each([
    'http://127.0.0.1:9000/hook',
    'http://2130706433:9000/hook',
    'http://[0::1]:9001/',
    'http://receiver.internal/',
    'http://receiver.internal.:80/',
  ])('allows %s', async (url) => {
    await egress.checkPublicUrl(url);
  });

  it.each([
    'http://127.0.0.1/hook',
    'http://127.0.0.1:9001/hook',
    'http://127.0.0.2:9000/hook',
    'http://localhost:9000/hook',
    'https://receiver.internal/',
    'http://a.receiver.internal/',
    'http://user@127.0.0.1:9000/hook',
  ])('does not allow %s', async (url) => {
    await expect(egress.checkPublicUrl(url)).rejects.toMatchObject({ failure: 'refused' });
  });

  it.each(['127.0.0.1', 'host:', ':80', 'host:0', 'host:65536', 'http://host:80', 'a b:80', 'u@host:80'])(
    'is refused as %j',
    (entry) => {
      expect(() => createEgress({ allow: [entry] })).toThrow(
        'An exception for outgoing requests must be host:port.',
      );
    },
  );
});

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
  ])('contain %s', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(['2001:200::1', '2606:4700::1111', '2a00:1450::1'])('contain %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it.each(['', 'example.com', '127.1', '1.1.1', '::ffff:1.1.1.1', '4000::1'])(
    'do not contain %j',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});
