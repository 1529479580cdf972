import { cents } from '@parcelyard/money/cents';
import type { BuyRequest } from '../../../src/sellers/carrier-port';
import { anAddress, austin } from '../../address/an-address';

/** Returns a parcel of 12 ounces with USPS Ground Advantage. At the simulated sellers it costs 7.45. */
export const aPurchase = (shipDate: Date): BuyRequest => ({
  shipDate,
  from: austin,
  to: anAddress(),
  parcel: { weightOz: 12, length: 8, width: 6, height: 4 },
  options: { signatureRequired: false, saturdayDelivery: false },
  orderReferences: ['A7K2MQ'],
  accountId: 1,
  reference: 'pur_1001_1_a1_5eed',
  serviceLevel: 'usps_ground_advantage',
  price: cents(745),
  printSetting: 'pdf',
  items: [],
});
