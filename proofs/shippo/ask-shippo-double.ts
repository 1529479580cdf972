import { cents } from '@parcelyard/money/cents';
import { systemClock } from '@parcelyard/service-kit/clock';
import type { BuyRequest, Carrier } from '@parcelyard/shipping/sellers/carrier-port';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import { anAddress, austin } from '../../services/shipping/test/address/an-address';
import {
  type ShippoDouble,
  startShippoDouble,
} from '../../services/shipping/test/sellers/shippo/start-shippo-double';
import { connectShippo } from '../../services/shipping/test/sellers/shippo/use-shippo';
import { type Exchange, recordExchanges } from '../record-exchanges';

const TORONTO = anAddress({ city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' });
const ITEMS = [
  { description: 'Shirt', quantity: 2, unitValue: cents(2_000), hsCode: '610910', originCountry: 'PT' },
  { description: 'Cards', quantity: 1, unitValue: cents(850) },
];

/**
 * Sends every request of the adapter to our double of Shippo and returns the exchanges. `more` runs while the double is
 * running.
 */
export async function askShippoDouble(
  more: (double: ShippoDouble) => Promise<void> = async () => undefined,
): Promise<readonly Exchange[]> {
  const double = await startShippoDouble();
  const recorder = await recordExchanges(new URL(double.url).host);
  const database = await startTestDatabase();
  try {
    const { carriers, journal, adjustments, verify } = await connectShippo({
      db: database.db,
      clock: systemClock,
      url: `${recorder.url}/`,
    });
    const usps = carriers.find(({ code }) => code === 'usps') as Carrier;
    const label = await usps.buy(purchase());
    await usps.buy(
      purchase({
        reference: 'pur_1002_1_a1_5eed',
        residential: true,
        insuredValue: cents(15_000),
        printSetting: 'qr',
        options: { signatureRequired: true, saturdayDelivery: true },
      }),
    );
    const abroad = { to: TORONTO, items: ITEMS, parcel: { weightOz: 5.25 } };
    await usps.buy(purchase({ reference: 'pur_1003_1_a1_5eed', ...abroad }));
    await usps.buy(purchase({ reference: 'pur_1004_1_a1_5eed', ...abroad, itn: 'X20261122123456' }));
    const back = { from: TORONTO, to: austin, items: ITEMS, isReturn: true as const };
    await usps.buy(purchase({ reference: 'pur_1005_1_a1_5eed', ...back }));
    // The adapter looks up a purchase whose answer was lost.
    double.mishap(/^POST \/transactions$/, 'lost after');
    await usps.buy(purchase({ reference: 'pur_1006_1_a1_5eed' })).catch(() => undefined);
    await usps.findByReference(1, 'pur_1006_1_a1_5eed');
    for (const status of ['PRE_TRANSIT', 'TRANSIT', 'FAILURE', 'RETURNED', 'DELIVERED'])
      double.scan('usps', label.trackingNumber, status);
    await usps.track(label);
    await usps.void(label);
    const pickup = { accountId: 1, date: '2026-03-03', instructions: '', packageCount: 1, from: austin };
    for (const [location, reference] of [
      ['Front Door', label.reference],
      ['behind the barn', 'pur_1002_1_a1_5eed'],
    ] as const)
      await usps.bookPickup({ ...pickup, location, reference: location, labels: [reference] });
    await verify(austin);
    await journal.list({ accountId: 0, after: '', limit: 100 });
    await adjustments.read();
    await more(double);
  } finally {
    await recorder.close();
    await double.stop();
    await database.close();
  }
  return recorder.exchanges;
}

const purchase = (changes: Partial<BuyRequest> = {}): BuyRequest => ({
  from: austin,
  to: anAddress(),
  parcel: { weightOz: 12, length: 8, width: 6, height: 4 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipDate: new Date(),
  orderReferences: ['A7K2MQ'],
  accountId: 1,
  reference: 'pur_1001_1_a1_5eed',
  serviceLevel: 'usps_ground_advantage',
  price: cents(745),
  printSetting: 'pdf',
  items: [],
  ...changes,
});
