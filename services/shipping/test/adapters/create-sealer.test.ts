import { randomBytes } from 'node:crypto';
import { cents } from '@parcelyard/money/cents';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createSealer } from '@parcelyard/shipping/adapters/jose/create-sealer';
import {
  packageContent,
  packageSeal,
  type RateSeal,
  rateContent,
  rateSeal,
} from '@parcelyard/shipping/domain/seals';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';
import fc from 'fast-check';

const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;
const [first, second] = [newKey('k1'), newKey('k2')];
const sealer = createSealer(parseKeyRing(first));

const aRate: RateSeal = {
  rating: sealer.newRating(),
  accountId: 123_456,
  orderId: 1_234_567,
  carrier: 'usps',
  serviceLevel: 'usps_priority_mail_international',
  method: 'USPS Priority Mail International',
  price: cents(8_950),
  deliveryDays: 10,
  estimatedDeliveryDate: '2026-03-12',
  expiresAt: new Date('2026-03-03T15:00:00Z'),
};

test('what was sealed comes back whole', async () => {
  const token = await sealer.seal('r', rateContent(aRate));
  expect(rateSeal((await sealer.open('r', token)) as unknown[])).toEqual(aRate);
});

test('every package comes back as it was sealed', async () => {
  const size = fc.double({ min: 0.1, max: 500, noNaN: true });
  const sizes = fc.record({ weightOz: size, length: size, width: size, height: size });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(sizes, fc.record({ weightOz: size })),
      fc.boolean(),
      fc.boolean(),
      fc.nat(),
      fc.string(),
      async (parcel, signatureRequired, saturdayDelivery, addressVersion, company) => {
        const seal = {
          rating: 'abc',
          accountId: 1,
          orderId: 2,
          addressVersion,
          parcel: { length: undefined, width: undefined, height: undefined, ...parcel },
          options: { signatureRequired, saturdayDelivery },
          shipFrom: { ...DEFAULT_SETTINGS.shipFrom, company },
          expiresAt: new Date('2026-03-03T15:00:00Z'),
        };
        const token = await sealer.seal('p', packageContent(seal));
        expect(packageSeal((await sealer.open('p', token)) as unknown[])).toEqual(seal);
      },
    ),
    { numRuns: 50 },
  );
});

test('a rate is short enough to pass through the context of a language model', async () => {
  expect((await sealer.seal('r', rateContent(aRate))).length).toBeLessThan(320);
});

test('a seal shows nothing of what is in it', async () => {
  const token = await sealer.seal('r', rateContent(aRate));
  const shown = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  expect(shown.join()).not.toMatch(/usps|8950/);
});

test('one changed character anywhere makes it worthless', async () => {
  const token = await sealer.seal('r', rateContent(aRate));
  for (let position = 0; position < token.length; position += 1) {
    const other = token[position] === 'A' ? 'B' : 'A';
    const forged = token.slice(0, position) + other + token.slice(position + 1);
    const opened = await sealer.open('r', forged);
    // The last character of a part may carry bits that base64url ignores; then the bytes are the same ones.
    if (opened) expect(sameBytes(forged, token)).toBe(true);
  }
});

function sameBytes(one: string, other: string): boolean {
  const bytes = (token: string) =>
    token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
  return bytes(one).join() === bytes(other).join();
}

test('a rate is no package and a package is no rate', async () => {
  const token = await sealer.seal('r', rateContent(aRate));
  expect(await sealer.open('p', token)).toBeUndefined();
});

test.each(['', 'abc', 'a.b.c.d.e', 'eyJhbGciOiJub25lIn0.e30.', '....'])(
  '%p opens to nothing',
  async (token) => {
    expect(await sealer.open('r', token)).toBeUndefined();
  },
);

test('seals outlive a rotation of keys until their key is retired', async () => {
  const token = await sealer.seal('r', rateContent(aRate));
  const rotated = createSealer(parseKeyRing(`${second},${first}`));
  expect(await rotated.open('r', token)).toEqual(rateContent(aRate));
  const retired = createSealer(parseKeyRing(second));
  expect(await retired.open('r', token)).toBeUndefined();
});

test('a key under the same name but not ours opens nothing', async () => {
  const token = await sealer.seal('r', rateContent(aRate));
  expect(await createSealer(parseKeyRing(newKey('k1'))).open('r', token)).toBeUndefined();
});
