import { cents } from '@parcelyard/money/cents';
import { checkParcel } from '@parcelyard/shipping/domain/parcel';
import { SELLERS } from '@parcelyard/shipping/domain/seller';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';
import { openRating, sealRating } from '@parcelyard/shipping/use-cases/rating-seals';
import fc from 'fast-check';
import { CARRIER_CODES } from '../../src/domain/seller';
import { aPackage, aRate, digestOf, newKey, sealerWith, someCarriers } from './a-rating';

const ring = newKey('k1');
const ports = { sealer: sealerWith(ring), carriers: someCarriers };
const { packageId, rateId } = sealRating(ports.sealer, aPackage);
const given = {
  packageId,
  rateId: rateId(aRate),
  method: aRate.method,
  serviceLevel: aRate.serviceLevel,
};

test('an opened rate and package have the same content', async () => {
  expect(openRating(ports, given)).toEqual({
    packageSeal: aPackage,
    rate: aRate,
    sameRating: true,
  });
});

const id = fc.maxSafeNat();
const size = fc.oneof(
  fc.double({ min: 0, minExcluded: true, noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => thousandths / 1000),
);
const aLegalPackage = fc.record({
  accountId: id,
  orderId: id,
  addressVersion: id,
  parcel: fc
    .oneof(
      fc.record({ weightOz: size }),
      fc.record({ weightOz: size, length: size, width: size, height: size }),
    )
    .map((parcel) => checkParcel(parcel)),
  options: fc.record({ signatureRequired: fc.boolean(), saturdayDelivery: fc.boolean() }),
  isReturn: fc.boolean(),
  shipFromDigest: fc
    .string({ unit: 'binary', maxLength: 1_000 })
    .map((company) => digestOf({ ...DEFAULT_SETTINGS.shipFrom, company })),
  expiresAt: fc
    .integer({ min: 0, max: Date.UTC(9999, 11, 31) / 1000 })
    .map((seconds) => new Date(seconds * 1000)),
});
const aLegalRate = fc.record({
  seller: fc.constantFrom(...SELLERS),
  carrier: fc.constantFrom(...CARRIER_CODES),
  serviceLevel: fc.string(),
  method: fc.string({ maxLength: 500 }),
  price: fc.maxSafeNat().map(cents),
  estimatedDeliveryDate: fc.option(
    fc
      .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    { nil: undefined },
  ),
});

test('every valid rating has the same content after opening, and no seal is longer than 160 characters [MCP-S40]', async () => {
  await fc.assert(
    fc.asyncProperty(aLegalPackage, aLegalRate, async (packageSeal, rate) => {
      const sealed = sealRating(ports.sealer, packageSeal);
      const seals = { packageId: sealed.packageId, rateId: sealed.rateId(rate) };
      expect(seals.packageId.length).toBeLessThanOrEqual(160);
      expect(seals.rateId.length).toBeLessThanOrEqual(160);
      const carriers = { all: [{ code: rate.carrier, declaration: { services: [] } }] } as never;
      const { method, serviceLevel } = rate;
      const opened = openRating({ sealer: ports.sealer, carriers }, { ...seals, method, serviceLevel });
      expect(opened.packageSeal).toEqual(packageSeal);
      expect(opened.rate).toEqual(rate);
      expect(opened.sameRating).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('the longest input stays within the limit', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const parcel = { weightOz: 1e-300, length: 1e-300, width: 1e300, height: Math.PI };
  const sealed = sealRating(ports.sealer, {
    ...aPackage,
    accountId: most,
    orderId: most,
    addressVersion: most,
    parcel,
    expiresAt: new Date(8.64e15),
  });
  expect(sealed.packageId.length).toBeLessThanOrEqual(160);
  expect(sealed.rateId({ ...aRate, price: cents(most), method: 'x'.repeat(9_999) }).length).toBeLessThan(44);
});

test('the seals of a usual rating are short', () => {
  expect(packageId.length).toBeLessThanOrEqual(104);
  expect(given.rateId.length).toBeLessThanOrEqual(32);
});

test('a rate with any flipped bit is invalid', async () => {
  const bytes = Buffer.from(given.rateId, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes);
    forged[bit >> 3] = (forged[bit >> 3] as number) ^ (1 << (bit & 7));
    const { rate, sameRating } = openRating(ports, { ...given, rateId: forged.toString('base64url') });
    expect(rate === undefined || !sameRating).toBe(true);
  }
});

test('a rate with any changed, added or missing character is invalid', async () => {
  const whole = given.rateId;
  for (let position = 0; position <= whole.length; position += 1) {
    const [before, after] = [whole.slice(0, position), whole.slice(position)];
    const forgeries = ['A', 'B', '-', '=', ' '].flatMap((other) => [
      before + other + after,
      before + other + after.slice(1),
    ]);
    for (const rateId of [...forgeries, before + after.slice(1)]) {
      if (rateId === whole) continue;
      const { rate, sameRating } = openRating(ports, { ...given, rateId });
      expect([rateId, rate === undefined || !sameRating]).toEqual([rateId, true]);
    }
  }
});

test('a rate is valid only with its own package, not with another one of the same content', async () => {
  const again = sealRating(ports.sealer, aPackage);
  const { rate } = openRating(ports, { ...given, packageId: again.packageId });
  expect(rate).toBeUndefined();
});

test('a rate for another service than the named one can be read, so that the refusal names its service', async () => {
  const { rate } = openRating(ports, { ...given, method: 'Teleport' });
  expect(rate).toEqual(aRate);
});

test('a price cannot be copied from one rate to another of the same package', async () => {
  const cheap = Buffer.from(rateId({ ...aRate, price: cents(1) }), 'base64url');
  const dear = Buffer.from(given.rateId, 'base64url');
  const spliced = Buffer.concat([cheap.subarray(0, -16), dear.subarray(-16)]).toString('base64url');
  expect(openRating(ports, { ...given, rateId: spliced }).rate).toBeUndefined();
});

test('the digest of a ship-from address changes with every line and with the position of a text', () => {
  const from = DEFAULT_SETTINGS.shipFrom;
  const digests = Object.keys(from).map((field) => digestOf({ ...from, [field]: 'another' }));
  expect(new Set([digestOf(from), ...digests]).size).toBe(Object.keys(from).length + 1);
  expect(digestOf({ ...from, name: 'ab', company: 'c' })).not.toBe(
    digestOf({ ...from, name: 'a', company: 'bc' }),
  );
});
