import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { labelOf } from '../conformance/conformance-case';
import { SETTLED_MS, type SellerHarness } from '../conformance/seller-harness';
import { connected } from './shipengine-harness';
import {
  anError,
  type Body,
  BUY,
  LOOK_UP,
  type Mishap,
  type ShipengineDouble,
  startShipengineDouble,
  VOID,
} from './start-shipengine-double';

let database: TestDatabase;
let double: ShipengineDouble;
let harness: SellerHarness;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.db.dropDatabase();
  await database.close();
});
beforeEach(async () => {
  double = await startShipengineDouble();
  harness = await connected(double, database.db);
});
afterEach(() => double.stop());

const NO_ANSWER = 'did not answer';
const CONFLICT: Mishap = {
  status: 409,
  json: anError('business_rules', 'unspecified', 'It is in progress.'),
};
const markShipments = (shipment_status: string) => () => {
  for (const shipment of double.shipments.values()) Object.assign(shipment, { shipment_status });
};

describe('a label of ShipEngine', () => {
  it.each(['processing', 'a status of tomorrow'])(
    'may still come while its shipment is "%s"',
    async (status) => {
      const { carrier, clock, purchase } = harness;
      double.mishap(BUY, 'lost before', markShipments(status));
      await expect(carrier.buy(purchase())).rejects.toThrow(NO_ANSWER);
      clock.advance(SETTLED_MS);
      const look = () => carrier.findByReference(1, purchase().reference);
      await expect(look()).rejects.toThrow(NO_ANSWER);
      markShipments('cancelled')();
      expect(await look()).toBeUndefined();
    },
  );

  it('that was sold in spite of a conflict is found', async () => {
    double.mishap(BUY, CONFLICT, () => double.sellLatest('usps_ground_advantage'));
    expect(await harness.carrier.buy(harness.purchase())).toMatchObject({ status: 'purchased' });
    expect(double.labels.size).toBe(1);
  });

  it('may be sold in spite of a conflict until its shipment was read', async () => {
    double.mishap(BUY, CONFLICT, () => double.mishap(LOOK_UP, 'lost after'));
    await expect(harness.carrier.buy(harness.purchase())).rejects.toThrow(NO_ANSWER);
  });

  it('is refused after a conflict when its shipment has none', async () => {
    double.mishap(BUY, CONFLICT);
    await expect(harness.carrier.buy(harness.purchase())).rejects.toThrow('It is in progress.');
    expect(await harness.carrier.findByReference(1, harness.purchase().reference)).toBeUndefined();
  });
});

describe('a void at ShipEngine', () => {
  const sold = async () => labelOf(await harness.carrier.buy(harness.purchase()));
  const changeLabels = (changes: Body) => () => {
    for (const label of double.labels.values()) Object.assign(label, changes);
  };

  it('is accepted in spite of a conflict when the label shows it', async () => {
    const label = await sold();
    double.mishap(VOID, CONFLICT, changeLabels({ voided: true, status: 'voided' }));
    expect(await harness.carrier.void(label)).toEqual({ status: 'accepted' });
  });

  it('is refused after a conflict when the label does not show it', async () => {
    const label = await sold();
    double.mishap(VOID, CONFLICT);
    await expect(harness.carrier.void(label)).rejects.toThrow('It is in progress.');
  });

  it('is pending when ShipEngine has voided the label before and does not show it yet', async () => {
    const label = await sold();
    double.onVoid(() => ({ approved: false, message: 'Voided.', reason_code: 'label_already_voided' }));
    expect(await harness.carrier.void(label)).toEqual({ status: 'pending' });
  });

  it.each(['request_scheduled', 'excluded'])(
    'is asked for, although Refund Assist says "%s": it has sent nothing to the carrier',
    async (refund_status) => {
      const label = await sold();
      changeLabels({ refund_details: { refund_status } })();
      const { accountId, reference } = label;
      expect(await harness.carrier.findByReference(accountId, reference)).toMatchObject({
        status: 'purchased',
      });
      expect(await harness.carrier.void(label)).toEqual({ status: 'accepted' });
      expect(double.callsOf(VOID)).toHaveLength(1);
    },
  );
});

describe('a pickup of ShipEngine', () => {
  const PICK_UP = /^POST \/v1\/pickups$/;
  const LIST = /^GET \/v1\/pickups\?/;
  const CANCEL = /^DELETE \/v1\/pickups\//;
  const partial = (type: string): Mishap => ({
    status: 200,
    json: { pickup_id: 'pik_1', ...anError(type, 'unspecified', 'The carrier has no driver.') },
  });
  const book = async () => {
    const { carrier, purchase } = harness;
    const { reference } = await carrier.buy(purchase());
    return carrier.bookPickup({
      accountId: 1,
      reference: 'pick_1',
      date: '2026-03-03',
      location: 'Front Door',
      instructions: '',
      packageCount: 1,
      from: purchase().from,
      labels: [reference],
    });
  };
  const cancel = () =>
    harness.carrier.cancelPickup({ accountId: 1, reference: 'pick_1', confirmationNumber: '' });
  const numbers = () => [...double.pickups.values()].map((one) => one.confirmation_number);

  it('is booked once when its first answer was lost', async () => {
    double.mishap(PICK_UP, 'lost after');
    await expect(book()).rejects.toThrow(NO_ANSWER);
    const { confirmationNumber } = await book();
    expect(numbers()).toEqual([confirmationNumber]);
  });

  it('is booked once when its first answer was lost and the next request comes a day later', async () => {
    double.mishap(PICK_UP, 'lost after');
    await expect(book()).rejects.toThrow(NO_ANSWER);
    harness.clock.advance(25 * 3_600_000);
    const { confirmationNumber } = await book();
    expect(numbers()).toEqual([confirmationNumber]);
  });

  it('is not booked when the answer has an error beside its id', async () => {
    double.mishap(PICK_UP, partial('business_rules'));
    await expect(book()).rejects.toThrow('The carrier has no driver.');
    expect(await book()).toEqual({ confirmationNumber: numbers()[0], window: expect.anything() });
  });

  it('has an unknown outcome when the carrier failed beside its id', async () => {
    double.mishap(PICK_UP, partial('integrations'));
    await expect(book()).rejects.toThrow(NO_ANSWER);
  });

  it('is booked in spite of a conflict when ShipEngine lists it', async () => {
    const { confirmationNumber } = await book();
    await database.db.collection('shipengine_references').deleteMany({ kind: 'pickup' });
    double.mishap(LIST, { status: 200, json: { pickups: [], page: 1, pages: 1 } });
    double.mishap(PICK_UP, CONFLICT);
    expect(await book()).toMatchObject({ confirmationNumber });
    expect(numbers()).toEqual([confirmationNumber]);
  });

  it('is not canceled when the answer has an error beside its id', async () => {
    await book();
    double.mishap(CANCEL, partial('business_rules'));
    await expect(cancel()).rejects.toThrow('The carrier has no driver.');
    await cancel();
    expect([...double.pickups.values()]).toMatchObject([{ cancelled_at: expect.any(String) }]);
  });

  it('that was booked days ago is canceled once when the first answer was lost', async () => {
    await book();
    for (const pickup of double.pickups.values()) pickup.created_at = '2026-02-26T15:00:00Z';
    double.mishap(CANCEL, 'lost after');
    await expect(cancel()).rejects.toThrow(NO_ANSWER);
    await cancel();
  });

  it('stays booked while a key is configured with which ShipEngine does not know the pickup', async () => {
    await book();
    const ofOtherKey = [...double.pickups];
    double.pickups.clear();
    await expect(cancel()).rejects.toThrow(NO_ANSWER);
    for (const [id, pickup] of ofOtherKey) double.pickups.set(id, pickup);
    await cancel();
    expect([...double.pickups.values()]).toMatchObject([{ cancelled_at: expect.any(String) }]);
  });
});
