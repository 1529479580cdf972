import { cents } from '@parcelyard/money/cents';
import type { Sale } from '../../../src/sellers/sandbox/sandbox-journal';
import { anAddress, austin } from '../../address/an-address';

/** Returns a parcel of one pound with USPS Ground Advantage. A test passes only the parts that matter to it. */
export const aSale = (parts: Partial<Sale> = {}): Sale => ({
  accountId: 1,
  carrier: 'usps',
  reference: 'pur_1_1',
  serviceLevel: 'usps_ground_advantage',
  trackingNumber: '9300190301700000000017',
  charged: cents(735),
  status: 'purchased',
  boughtAt: new Date('2026-03-02T15:00:00Z'),
  forced: [],
  from: austin,
  to: anAddress(),
  parcel: { weightOz: 16 },
  options: { signatureRequired: false, saturdayDelivery: false },
  zone: 7,
  items: [],
  printSetting: 'pdf',
  orderReferences: ['A7K2MQ'],
  ...parts,
});
