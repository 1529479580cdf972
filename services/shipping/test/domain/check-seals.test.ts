import { cents } from '@parcelyard/money/cents';
import type { DomainError } from '@parcelyard/service-kit/domain-error';
import { checkSeals, type PurchaseClaim } from '@parcelyard/shipping/domain/check-seals';
import type { PackageSeal, RateSeal } from '@parcelyard/shipping/domain/seals';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';

const now = new Date('2026-03-02T15:00:00Z');
const later = new Date('2026-03-03T15:00:00Z');

const rate: RateSeal = {
  rating: 'r1',
  accountId: 1,
  orderId: 7,
  carrier: 'usps',
  serviceLevel: 'usps_ground_advantage',
  method: 'USPS Ground Advantage',
  price: cents(895),
  deliveryDays: 3,
  estimatedDeliveryDate: '2026-03-05',
  expiresAt: later,
};
const parcel: PackageSeal = {
  rating: 'r1',
  accountId: 1,
  orderId: 7,
  addressVersion: 2,
  parcel: { weightOz: 12 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipFrom: DEFAULT_SETTINGS.shipFrom,
  expiresAt: later,
};
const claim: PurchaseClaim = {
  accountId: 1,
  orderId: 7,
  method: rate.method,
  serviceLevel: rate.serviceLevel,
  addressVersion: 2,
  now,
};

test('a rate and its package buy what they were issued for', () => {
  expect(checkSeals(rate, parcel, claim)).toEqual({ rate, parcel });
});

const REFUSALS: readonly [string, () => unknown, string, string, string][] = [
  [
    'a broken rate',
    () => checkSeals(undefined, parcel, claim),
    'invalid_argument',
    'rate_id',
    'rate_id is not intact: it must be passed exactly as get_rates returned it.',
  ],
  [
    'a broken package',
    () => checkSeals(rate, undefined, claim),
    'invalid_argument',
    'package_id',
    'package_id is not intact: it must be passed exactly as get_rates returned it.',
  ],
  [
    "another account's rate",
    () => checkSeals({ ...rate, accountId: 2 }, parcel, claim),
    'invalid_argument',
    'rate_id',
    'rate_id was issued to another account.',
  ],
  [
    "another account's package",
    () => checkSeals(rate, { ...parcel, accountId: 2 }, claim),
    'invalid_argument',
    'package_id',
    'package_id was issued to another account.',
  ],
  [
    "another order's rate",
    () => checkSeals({ ...rate, orderId: 8 }, parcel, claim),
    'invalid_argument',
    'rate_id',
    'rate_id belongs to another order, not to order 7.',
  ],
  [
    "another order's package",
    () => checkSeals(rate, { ...parcel, orderId: 8 }, claim),
    'invalid_argument',
    'package_id',
    'package_id belongs to another order, not to order 7.',
  ],
  [
    'the package of another rating',
    () => checkSeals(rate, { ...parcel, rating: 'r2' }, claim),
    'invalid_argument',
    'package_id',
    'rate_id and package_id come from two different get_rates results.',
  ],
  [
    'another method',
    () => checkSeals(rate, parcel, { ...claim, method: 'UPS Ground' }),
    'invalid_argument',
    'method',
    'method must be the one of this rate, "USPS Ground Advantage"; got "UPS Ground".',
  ],
  [
    'another service level',
    () => checkSeals(rate, parcel, { ...claim, serviceLevel: 'ups_ground' }),
    'invalid_argument',
    'service_level',
    'service_level must be the one of this rate, "usps_ground_advantage"; got "ups_ground".',
  ],
  [
    'an expired rate',
    () => checkSeals(rate, parcel, { ...claim, now: later }),
    'failed_precondition',
    'rate_id',
    'This rate has expired.',
  ],
  [
    'a rate for the address that the order had before',
    () => checkSeals(rate, parcel, { ...claim, addressVersion: 3 }),
    'failed_precondition',
    'package_id',
    'The address of order 7 has changed since this rate was issued.',
  ],
];

test.each(REFUSALS)('%s is refused by a sentence of its own [MCP-S7]', (_, check, code, field, reason) => {
  expect(check).toThrow(
    expect.objectContaining({
      code,
      field,
      publicMessage: `${reason} Call get_rates again and use its values.`,
    }),
  );
});

test('no two refusals are told in the same words', () => {
  const words = REFUSALS.map(([, check]) => {
    try {
      check();
    } catch (error) {
      return (error as DomainError).publicMessage;
    }
    throw new Error('Nothing was refused.');
  });
  expect(new Set(words).size).toBe(REFUSALS.length);
});
