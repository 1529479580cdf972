import { randomBytes } from 'node:crypto';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createLinkSigner } from '@parcelyard/shipping/adapters/links/create-link-signer';

const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;
const [first, second] = [newKey('k1'), newKey('k2')];
const links = createLinkSigner(parseKeyRing(first));
const file = { accountId: 12, purchaseId: 'pur_7_1', kind: 'label' };

test('a link leads to its file', () => {
  expect(links.verify(links.sign(file))).toEqual(file);
});

test('the same file always has the same link', () => {
  expect(links.sign(file)).toBe(links.sign({ ...file }));
});

test('a link is one path segment', () => {
  expect(links.sign(file)).toMatch(/^[A-Za-z0-9_.-]+$/);
});

test('a link with one changed character is invalid', () => {
  const token = links.sign(file);
  for (let position = 0; position < token.length; position += 1) {
    const other = token[position] === 'A' ? 'B' : 'A';
    expect(links.verify(token.slice(0, position) + other + token.slice(position + 1))).toBeUndefined();
  }
});

test('a signature is not valid for another file', () => {
  const [, kid, signature] = links.sign(file).split('.');
  const [other] = links.sign({ ...file, purchaseId: 'pur_8_1' }).split('.');
  expect(links.verify(`${other}.${kid}.${signature}`)).toBeUndefined();
});

test.each(['', '.', '..', 'a.b', 'a.k1.c', 'a.k1.c.d'])('%p is an invalid link', (token) => {
  expect(links.verify(token)).toBeUndefined();
});

test('links stay valid after a key rotation until their key is removed', () => {
  const token = links.sign(file);
  expect(createLinkSigner(parseKeyRing(`${second},${first}`)).verify(token)).toEqual(file);
  expect(createLinkSigner(parseKeyRing(second)).verify(token)).toBeUndefined();
});
