import { randomBytes } from 'node:crypto';
import { cents } from '@parcelyard/money/cents';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createSealer } from '@parcelyard/shipping/adapters/seals/create-sealer';
import type { PostalAddress } from '@parcelyard/shipping/domain/address/postal-address';
import type { PackageSeal } from '@parcelyard/shipping/domain/seals/package-seal';
import type { RateSeal } from '@parcelyard/shipping/domain/seals/rate-seal';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';
import type { Carrier } from '@parcelyard/shipping/sellers/carrier-port';
import type { CarrierRegistry } from '@parcelyard/shipping/sellers/carrier-registry';
import { shipFromDigest } from '@parcelyard/shipping/use-cases/rating-seals';
import { partial } from '@parcelyard/testing/partial';

export const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;

export const sealerWith = (ring: string) => createSealer(parseKeyRing(ring));

export const digestOf = (address: PostalAddress) => shipFromDigest(sealerWith(newKey('any')), address);

export const aPackage: PackageSeal = {
  accountId: 123_456,
  orderId: 1_234_567,
  addressVersion: 2,
  parcel: { weightOz: 20.5, length: 10, width: 8, height: 4.25 },
  options: { signatureRequired: true, saturdayDelivery: false },
  isReturn: false,
  shipFromDigest: digestOf(DEFAULT_SETTINGS.shipFrom),
  expiresAt: new Date('2026-03-03T15:00:00Z'),
};

export const aRate: RateSeal = {
  seller: 'sandbox',
  carrier: 'usps',
  serviceLevel: 'usps_priority_mail_international',
  method: 'USPS Priority Mail International',
  price: cents(8_950),
  estimatedDeliveryDate: '2026-03-12',
};

const aCarrier = (code: string, service: string, name: string) =>
  partial<Carrier>({ code, declaration: partial({ services: [partial({ code: service, name })] }) });

/** Carriers with only the fields that the seals read. */
export const someCarriers = partial<CarrierRegistry>({
  all: [aCarrier('ups', 'ups_ground', 'UPS Ground'), aCarrier('usps', aRate.serviceLevel, aRate.method)],
});
