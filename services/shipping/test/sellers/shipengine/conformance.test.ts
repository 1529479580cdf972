import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { describeSeller } from '../conformance/describe-seller';
import { SETTLED_MS, type SellerHarness } from '../conformance/seller-harness';
import { connected } from './shipengine-harness';
import {
  API_KEY,
  anError,
  aSignedEvent,
  aTrackEvent,
  BUY,
  type ShipengineDouble,
  startShipengineDouble,
} from './start-shipengine-double';

const UNCHECKED = 'the bundled ZIP data checks addresses, not ShipEngine';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.db.dropDatabase();
  await database.close();
});

describeSeller({
  name: 'shipengine',
  start: async () => connected(await startShipengineDouble(), database.db),
  cannot: {
    'sold, and what follows is refused': 'a sale has no later step',
    'QR label': 'ShipEngine has QR codes only for some services, so the product offers none',
    'refund events': 'ShipEngine sends no such event; a pending void is requested again at intervals',
    'no insurance': 'insurance is part of the shipment: if it is refused, nothing is sold',
    'pickup at a price': 'ShipEngine does not report the price of a pickup',
    'address check lost': UNCHECKED,
    'address check refused': UNCHECKED,
    'adjusted postage': 'ShipEngine’s published document has no report of adjustments',
    'adjusted postage of others': 'ShipEngine’s published document has no report of adjustments',
  },
});

describe('ShipEngine only', () => {
  let double: ShipengineDouble;
  let harness: SellerHarness;
  beforeEach(async () => {
    double = await startShipengineDouble();
    harness = await connected(double, database.db);
  });
  afterEach(() => double.stop());

  it('finds the shipment of a process that ended before it stored the shipment, and creates no second shipment', async () => {
    double.mishap(BUY, { status: 400, json: anError('validation', 'invalid_address', 'It is not found.') });
    await expect(harness.carrier.buy(harness.purchase())).rejects.toThrow('It is not found.');
    await database.db.collection('shipengine_references').deleteMany({});
    expect(await harness.carrier.buy(harness.purchase())).toMatchObject({ status: 'purchased' });
    expect(double.shipments.size).toBe(1);
  });

  it('waits for a label that the shipment has and the list does not yet show', async () => {
    const { reference } = await harness.carrier.buy(harness.purchase());
    double.labels.clear();
    harness.clock.advance(SETTLED_MS);
    const look = harness.carrier.findByReference(1, reference);
    await expect(look).rejects.toThrow('did not answer');
  });

  it('sends its key only to its own address', async () => {
    const other = await startShipengineDouble();
    double.onSold((label) => {
      label.label_download = { pdf: `${other.url}v1/downloads/1/a/label.pdf` };
    });
    const label = await harness.carrier.buy(harness.purchase());
    expect(await harness.carrier.document(label, 'label')).toMatchObject({ contentType: 'application/pdf' });
    expect(other.keys()).toEqual([undefined]);
    expect(new Set(double.keys())).toEqual(new Set([API_KEY]));
    await other.stop();
  });

  it('reads its keys again for an event with a new key, at most once a minute', async () => {
    const { seller, clock } = harness;
    const hear = async (key: string) => seller.readHook?.(aSignedEvent(aTrackEvent('9400'), key));
    await hear('now');
    for (let times = 0; times < 3; times += 1)
      await expect(hear('another')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(double.keysRead()).toBe(1);
    clock.advance(60_000);
    await expect(hear('another')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(double.keysRead()).toBe(2);
  });
});
