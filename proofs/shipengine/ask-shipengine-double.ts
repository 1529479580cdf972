import { cents } from '@parcelyard/money/cents';
import { loadConfig } from '@parcelyard/service-kit/config';
import type { BuyRequest, Carrier } from '@parcelyard/shipping/sellers/carrier-port';
import type { SellerContext } from '@parcelyard/shipping/sellers/seller-port';
import { shipengine } from '@parcelyard/shipping/sellers/shipengine/declaration';
import { openShipengine } from '@parcelyard/shipping/sellers/shipengine/open-shipengine';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import { anAddress, austin } from '../../services/shipping/test/address/an-address';
import { aPurchase } from '../../services/shipping/test/sellers/conformance/a-purchase';
import {
  API_KEY,
  BUY,
  startShipengineDouble,
} from '../../services/shipping/test/sellers/shipengine/start-shipengine-double';
import { type Exchange, recordExchanges } from '../record-exchanges';

const TORONTO = anAddress({ city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' });
const ITEMS = [
  { description: 'Shirt', quantity: 2, unitValue: cents(2_000), hsCode: '610910', originCountry: 'PT' },
  { description: 'Cards', quantity: 1, unitValue: cents(850) },
];

/** Sends every request of the adapter to our double of ShipEngine and returns the exchanges. */
export async function askShipengineDouble(): Promise<readonly Exchange[]> {
  const double = await startShipengineDouble();
  const recorder = await recordExchanges(new URL(double.url).host);
  const database = await startTestDatabase();
  const unused = { refundDelayMs: 0 } as Pick<SellerContext, 'sequences' | 'printer' | 'refundDelayMs'>;
  const open = (key: string) => {
    const variables = { SHIPENGINE_API_URL: `${recorder.url}/` };
    const config = { ...loadConfig(shipengine.variables, variables), SHIPENGINE_API_KEY: key };
    return openShipengine({
      ...unused,
      config,
      clock: new FakeClock(),
      db: database.db,
      logger: silentLogger,
    });
  };
  try {
    const { carriers, journal } = await open(API_KEY);
    const [usps, ups] = carriers as readonly [Carrier, Carrier];
    await ups.rate(purchase({}));
    const label = await usps.buy(purchase({}));
    await usps.buy(
      purchase({
        reference: 'pur_1002_1_a1_5eed',
        residential: true,
        insuredValue: cents(15_000),
        price: cents(1_045),
        options: { signatureRequired: true, saturdayDelivery: true },
      }),
    );
    const abroad = { to: TORONTO, items: ITEMS, parcel: { weightOz: 5.25 } };
    await usps.buy(purchase({ reference: 'pur_1003_1_a1_5eed', ...abroad, itn: 'X20261122123456' }));
    const back = { from: TORONTO, to: austin, items: ITEMS, isReturn: true as const };
    await usps.buy(purchase({ reference: 'pur_1004_1_a1_5eed', ...back }));
    // The adapter looks up a purchase after an answer was lost.
    double.mishap(BUY, 'lost before');
    await usps.buy(purchase({ reference: 'pur_1005_1_a1_5eed' })).catch(() => undefined);
    await usps.findByReference(1, 'pur_1005_1_a1_5eed').catch(() => undefined);
    // Simulates a process that created the shipment and ended before it recorded the shipment.
    await database.db.collection('shipengine_references').deleteMany({ reference: 'pur_1005_1_a1_5eed' });
    await usps.buy(purchase({ reference: 'pur_1005_1_a1_5eed' }));
    double.scan(String([...double.labels.keys()][0]), [
      { status_code: 'IT', status_detail_code: 'IN_TRANSIT' },
    ]);
    await usps.track(label);
    const pickup = { accountId: 1, date: '2026-03-03', instructions: 'Ring', packageCount: 1, from: austin };
    const booked = await usps.bookPickup({
      ...pickup,
      location: 'Front Door',
      reference: 'pick_1',
      labels: [label.reference],
    });
    await usps.cancelPickup({ ...booked, accountId: 1, reference: 'pick_1' });
    await usps.cancelPickup({ ...booked, accountId: 1, reference: 'pick_1' });
    await usps.void(label);
    await journal.list({ accountId: 0, after: '', limit: 2 });
    double.shipments.clear();
    double.labels.clear();
    await usps.findByReference(1, label.reference).catch(() => undefined);
  } finally {
    await recorder.close();
    await double.stop();
    await database.close();
  }
  return recorder.exchanges;
}

const purchase = (changes: Partial<BuyRequest>): BuyRequest => ({ ...aPurchase(new Date()), ...changes });
