import { cents, ZERO } from '@parcelyard/money/cents';
import type { PurchaseTerms } from '@parcelyard/shipping/domain/purchase';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';

export const someTerms: PurchaseTerms = {
  seller: 'sandbox',
  carrier: 'usps',
  serviceLevel: 'usps_ground_advantage',
  method: 'USPS Ground Advantage',
  postage: cents(895),
  insurance: ZERO,
  addressVersion: 1,
  parcel: { weightOz: 12 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipFrom: DEFAULT_SETTINGS.shipFrom,
  printSetting: 'pdf',
  connectionKind: 'token',
};
