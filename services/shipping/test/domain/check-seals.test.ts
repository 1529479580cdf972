import { cents } from '@parcelyard/money/cents';
import type { Reason } from '@parcelyard/reasons/reasons';
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

const REFUSALS: readonly [string, () => unknown, Reason, string, object?][] = [
  ['a broken rate', () => checkSeals(undefined, parcel, claim), 'seal_not_intact', 'rate_id'],
  ['a broken package', () => checkSeals(rate, undefined, claim), 'seal_not_intact', 'package_id'],
  [
    "another account's rate",
    () => checkSeals({ ...rate, accountId: 2 }, parcel, claim),
    'seal_of_another_account',
    'rate_id',
  ],
  [
    "another account's package",
    () => checkSeals(rate, { ...parcel, accountId: 2 }, claim),
    'seal_of_another_account',
    'package_id',
  ],
  [
    "another order's rate",
    () => checkSeals({ ...rate, orderId: 8 }, parcel, claim),
    'seal_of_another_order',
    'rate_id',
    { orderId: 7 },
  ],
  [
    "another order's package",
    () => checkSeals(rate, { ...parcel, orderId: 8 }, claim),
    'seal_of_another_order',
    'package_id',
    { orderId: 7 },
  ],
  [
    'the package of another rating',
    () => checkSeals(rate, { ...parcel, rating: 'r2' }, claim),
    'seals_of_two_ratings',
    'package_id',
  ],
  [
    'another method',
    () => checkSeals(rate, parcel, { ...claim, method: 'UPS Ground' }),
    'differs_from_rate',
    'method',
    { sealed: 'USPS Ground Advantage', got: 'UPS Ground' },
  ],
  [
    'another service level',
    () => checkSeals(rate, parcel, { ...claim, serviceLevel: 'ups_ground' }),
    'differs_from_rate',
    'service_level',
    { sealed: 'usps_ground_advantage', got: 'ups_ground' },
  ],
  ['an expired rate', () => checkSeals(rate, parcel, { ...claim, now: later }), 'rate_expired', 'rate_id'],
  [
    'a rate for the address that the order had before',
    () => checkSeals(rate, parcel, { ...claim, addressVersion: 3 }),
    'address_changed_since_rating',
    'package_id',
    { orderId: 7 },
  ],
];

/** What time or somebody else changed; everything else is wrong in the request. */
const OUTDATED: readonly Reason[] = ['rate_expired', 'address_changed_since_rating'];

test.each(REFUSALS)(
  '%s is refused for a reason of its own [MCP-S7]',
  (_, check, reason, field, params = {}) => {
    const code = OUTDATED.includes(reason) ? 'failed_precondition' : 'invalid_argument';
    expect(check).toThrow(expect.objectContaining({ code, reason, params, field }));
  },
);
