import { newKey, sealerWith } from './a-rating';

const [first, second] = [newKey('k1'), newKey('k2')];
const sealer = sealerWith(first);
const content = Buffer.from('usps 8950');
const token = sealer.seal('p', content);

test('an opened seal has the same content', () => {
  expect(sealer.open('p', token)).toEqual(content);
});

test('a seal shows nothing of its content, and no two seals are equal', () => {
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/usps|8950/);
  expect(sealer.seal('p', content)).not.toBe(token);
});

test('a seal with any flipped bit is invalid', () => {
  const bytes = Buffer.from(token, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes);
    forged[bit >> 3] = (forged[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(sealer.open('p', forged.toString('base64url'))).toBeUndefined();
  }
});

test('a seal with any changed, added or missing character is invalid, also one that base64url ignores', () => {
  const others = ['A', 'B', '_', '=', ' ', '\n', '.', 'é'];
  for (let position = 0; position <= token.length; position += 1) {
    const [before, after] = [token.slice(0, position), token.slice(position)];
    for (const other of others) expect(sealer.open('p', before + other + after)).toBeUndefined();
    for (const other of others) {
      const forged = before + other + after.slice(1);
      if (forged !== token) expect(sealer.open('p', forged)).toBeUndefined();
    }
    if (after !== '') expect(sealer.open('p', before + after.slice(1))).toBeUndefined();
  }
});

test('a package seal is no agreement seal', () => {
  expect(sealer.open('a', token)).toBeUndefined();
});

test.each(['', 'abc', 'a.b.c.d.e', 'eyJhbGciOiJub25lIn0.e30.', '....', 'A'.repeat(44)])(
  '%p cannot be opened',
  (other) => {
    expect(sealer.open('p', other)).toBeUndefined();
  },
);

test('seals and signatures stay valid after a key rotation until their key is removed', () => {
  const statement = Buffer.from('a statement');
  const signature = sealer.sign(token, statement);
  const rotated = sealerWith(`${second},${first}`);
  expect(rotated.open('p', token)).toEqual(content);
  expect(rotated.isSigned(token, statement, signature)).toBe(true);
  const retired = sealerWith(second);
  expect(retired.open('p', token)).toBeUndefined();
  expect(retired.isSigned(token, statement, signature)).toBe(false);
  expect(() => retired.sign(token, statement)).toThrow('no key');
});

test('another key with the same name opens no seal', () => {
  expect(sealerWith(newKey('k1')).open('p', token)).toBeUndefined();
});

test('a signature depends on every byte of its statement and has its full length', () => {
  const statement = Buffer.from('a statement');
  const signature = sealer.sign(token, statement);
  expect(signature).toHaveLength(16);
  expect(sealer.isSigned(token, Buffer.from('a statemenu'), signature)).toBe(false);
  for (let length = 0; length < 16; length += 1)
    expect(sealer.isSigned(token, statement, signature.subarray(0, length))).toBe(false);
  for (let bit = 0; bit < 128; bit += 1) {
    const forged = Buffer.from(signature);
    forged[bit >> 3] = (forged[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(sealer.isSigned(token, statement, forged)).toBe(false);
  }
});
