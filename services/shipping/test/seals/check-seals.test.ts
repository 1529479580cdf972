import { cents } from '@parcelyard/money/cents';
import type { Reason } from '@parcelyard/reasons/reasons';
import {
  checkSeals,
  type OpenedSeals,
  type PurchaseClaim,
} from '@parcelyard/shipping/domain/seals/check-seals';
import type { PackageSeal } from '@parcelyard/shipping/domain/seals/package-seal';

const now = new Date('2026-03-02T15:00:00Z');
const later = new Date('2026-03-03T15:00:00Z');

const service = {
  seller: 'sandbox' as const,
  carrier: 'usps',
  serviceLevel: 'usps_ground_advantage',
  method: 'USPS Ground Advantage',
};
const rate = { price: cents(895), estimatedDeliveryDate: '2026-03-05', ...service };
const packageSeal: PackageSeal = {
  accountId: 1,
  orderId: 7,
  addressVersion: 2,
  parcel: { weightOz: 12 },
  isReturn: false,
  options: { signatureRequired: false, saturdayDelivery: false },
  shipFromDigest: 'the digest',
  expiresAt: later,
};
const opened: OpenedSeals = { rate, packageSeal, sameRating: true };
const claim: PurchaseClaim = {
  accountId: 1,
  orderId: 7,
  addressVersion: 2,
  now,
  method: service.method,
  serviceLevel: service.serviceLevel,
  shipFromDigest: packageSeal.shipFromDigest,
};

test('a rate and its package buy the service that they were created for', () => {
  expect(checkSeals(opened, claim)).toEqual({ rate, packageSeal });
});

const REFUSALS: readonly [string, () => unknown, Reason, string, object?][] = [
  ['a broken rate', () => checkSeals({ ...opened, rate: undefined }, claim), 'seal_not_intact', 'rate_id'],
  [
    'a broken package',
    () => checkSeals({ ...opened, packageSeal: undefined }, claim),
    'seal_not_intact',
    'package_id',
  ],
  [
    "another account's package",
    () => checkSeals({ ...opened, packageSeal: { ...packageSeal, accountId: 2 } }, claim),
    'seal_of_another_account',
    'package_id',
  ],
  [
    "another order's package",
    () => checkSeals({ ...opened, packageSeal: { ...packageSeal, orderId: 8 } }, claim),
    'seal_of_another_order',
    'package_id',
    { orderId: 7 },
  ],
  [
    'the package of another rating',
    () => checkSeals({ ...opened, sameRating: false }, claim),
    'seals_of_two_ratings',
    'package_id',
  ],
  [
    'another method',
    () => checkSeals(opened, { ...claim, method: 'UPS Ground' }),
    'differs_from_rate',
    'method',
    { sealed: 'USPS Ground Advantage', got: 'UPS Ground' },
  ],
  [
    'another service level',
    () => checkSeals(opened, { ...claim, serviceLevel: 'ups_ground' }),
    'differs_from_rate',
    'service_level',
    { sealed: 'usps_ground_advantage', got: 'ups_ground' },
  ],
  ['an expired rate', () => checkSeals(opened, { ...claim, now: later }), 'rate_expired', 'rate_id'],
  [
    'a rate for the address that the order had before',
    () => checkSeals(opened, { ...claim, addressVersion: 3 }),
    'address_changed_since_rating',
    'package_id',
    { orderId: 7 },
  ],
  [
    'a rate for the address that the account shipped from before',
    () => checkSeals(opened, { ...claim, shipFromDigest: 'another' }),
    'ship_from_changed_since_rating',
    'package_id',
  ],
];

/**
 * The reasons that mean that something has expired or changed since the rates were made. All other reasons are mistakes
 * in the request.
 */
const OUTDATED: readonly Reason[] = [
  'rate_expired',
  'address_changed_since_rating',
  'ship_from_changed_since_rating',
];

test.each(REFUSALS)('%s is refused with its own reason [MCP-S7]', (_, check, reason, field, params = {}) => {
  const code = OUTDATED.includes(reason) ? 'failed_precondition' : 'invalid_argument';
  expect(check).toThrow(expect.objectContaining({ code, reason, params, field }));
});
