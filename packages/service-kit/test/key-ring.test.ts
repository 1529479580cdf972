import { randomBytes } from 'node:crypto';
import { loadConfig } from '../src/config';
import { keyRing, parseKeyRing } from '../src/key-ring';

const key = () => randomBytes(32).toString('base64url');

describe('a key ring', () => {
  test('uses its first key as the current one and finds older keys by name', () => {
    const [first, second] = [key(), key()];
    const ring = parseKeyRing(`b:${first}, a:${second}`);
    expect(ring.current.kid).toBe('b');
    expect(ring.current.key.toString('base64url')).toBe(first);
    expect(ring.find('a')?.toString('base64url')).toBe(second);
    expect(ring.find('retired')).toBeUndefined();
  });

  test.each([
    ['nothing', '', /name/],
    ['a key without a name', key(), /name/],
    ['an invalid name', `k 1:${key()}`, /name/],
    ['a short key', `a:${randomBytes(31).toString('base64url')}`, /32 bytes/],
    ['padding', `a:${randomBytes(32).toString('base64')}`, /32 bytes/],
    ['an empty entry', `a:${key()},`, /key 2/],
    ['a duplicate name', `a:${key()},a:${key()}`, /same name/],
  ])('refuses %s', (_, text, reason) => {
    expect(() => parseKeyRing(text)).toThrow(reason);
  });

  test('that is invalid in the environment is reported with its variable, without the secret', () => {
    const secret = randomBytes(31).toString('base64url');
    const load = () => loadConfig({ TOKEN_KEYS: keyRing() }, { TOKEN_KEYS: `a:${secret}` });
    expect(load).toThrow(/TOKEN_KEYS: key 1 must be 32 bytes/);
    expect(load).not.toThrow(new RegExp(secret));
  });

  test('that is missing is reported', () => {
    expect(() => loadConfig({ TOKEN_KEYS: keyRing() }, {})).toThrow(/TOKEN_KEYS/);
  });
});
