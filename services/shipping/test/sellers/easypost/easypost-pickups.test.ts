import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import type { PickupBookingRequest } from '../../../src/sellers/carrier-port';
import { austin } from '../../address/an-address';
import { database, double, easypost, failure, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

const BUY_PICKUP = /^POST \/pickups\/[^/]+\/buy$/;
const CANCEL_PICKUP = /^POST \/pickups\/[^/]+\/cancel$/;

describe('pickups through EasyPost', () => {
  const booking = (changes: Partial<PickupBookingRequest> = {}): PickupBookingRequest => ({
    accountId: 1,
    reference: 'pickup_5',
    date: '2026-03-03',
    location: 'Porch',
    instructions: 'Ring',
    packageCount: 1,
    from: austin,
    labels: ['pur_1001_1'],
    ...changes,
  });
  beforeEach(() => usps.buy(purchase()));

  it("are offered on the carrier's days without a call", async () => {
    const before = double.calls.length;
    expect(await usps.quotePickup({ accountId: 1, date: '2026-03-03', references: [] })).toMatchObject({
      available: true,
    });
    expect(await usps.quotePickup({ accountId: 1, date: '2026-03-08', references: [] })).toMatchObject({
      available: false,
      reason: 'USPS does not pick up on 2026-03-08.',
    });
    expect(double.calls).toHaveLength(before);
  });

  it('are never offered when the carrier always charges for them', async () => {
    for (const carrier of ['ups', 'fedex']) {
      const quote = await easypost.registry
        .get(carrier)
        .quotePickup({ accountId: 1, date: '2026-03-03', references: [] });
      expect(quote).toMatchObject({
        available: false,
        reason: expect.stringContaining('charges for a pickup'),
      });
    }
  });

  it('after a restored backup are new ones, whatever EasyPost has under the same name', async () => {
    await usps.bookPickup(booking());
    await database.db.collection('easypost_references').deleteMany({ kind: 'pickup' });
    const [first] = [...double.pickups.values()];
    Object.assign(first ?? {}, { reference: 'pickup_5', confirmation: 'OF-ANOTHER-CUSTOMER' });
    expect(await usps.bookPickup(booking())).toMatchObject({ confirmationNumber: 'WTC12345' });
    expect([...double.pickups.values()]).toHaveLength(2);
  });

  const OF_PROXY = { status: 200, body: '<html>Please sign in</html>' };
  it.each([/^POST \/pickups$/, BUY_PICKUP])(
    'are not booked by a proxy that answers %s with its own page, and a repeated call books them',
    async (path) => {
      double.mishap(path, OF_PROXY);
      expect(await failure(usps.bookPickup(booking()))).toBeInstanceOf(CarrierNoAnswer);
      expect(await usps.bookPickup(booking())).toMatchObject({ confirmationNumber: 'WTC12345' });
    },
  );

  it('are not canceled by a proxy that answers with its own page', async () => {
    const { confirmationNumber } = await usps.bookPickup(booking());
    double.mishap(CANCEL_PICKUP, OF_PROXY);
    const cancel = () => usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    expect(await failure(cancel())).toBeInstanceOf(CarrierNoAnswer);
    await cancel();
    expect([...double.pickups.values()]).toMatchObject([{ status: 'canceled' }]);
  });

  it('are booked once for each reference, with the given place and time', async () => {
    const booked = await usps.bookPickup(booking());
    expect(booked).toEqual({ confirmationNumber: 'WTC12345', window: { start: '09:00', end: '17:00' } });
    expect(await usps.bookPickup(booking())).toEqual(booked);
    const [sold] = [...double.shipments.values()];
    expect(double.callsOf(/^POST \/pickups$/).map(({ body }) => body.pickup)).toEqual([
      expect.objectContaining({
        reference: expect.stringMatching(/^pickup_5_[0-9a-f]{20}$/),
        shipment: { id: sold?.id },
        instructions: 'Porch. Ring',
        min_datetime: '2026-03-03 09:00:00',
        max_datetime: '2026-03-03 17:00:00',
        address: expect.objectContaining({ street1: '500 E Cesar Chavez St' }),
      }),
    ]);
    expect(double.callsOf(BUY_PICKUP)[0]?.body).toEqual({
      carrier: 'USPS',
      service: 'NextDay',
    });
  });

  it('of several parcels wait for their batch, and a repeated call books them', async () => {
    await usps.buy(purchase({ reference: 'pur_1002_1' }));
    const request = booking({ labels: ['pur_1001_1', 'pur_1002_1'] });
    expect(await failure(usps.bookPickup(request))).toBeInstanceOf(CarrierNoAnswer);
    expect(await usps.bookPickup(request)).toMatchObject({ confirmationNumber: 'WTC12345' });
    expect(double.callsOf(/^POST \/batches$/)).toHaveLength(1);
    expect([...double.pickups.values()]).toHaveLength(1);
  });

  it('that an earlier attempt has booked or canceled count as booked or canceled', async () => {
    const no = { status: 422, code: 'PICKUP.STATE.INVALID', message: 'Not in this state.' };
    const becomes = (status: string) => () => {
      for (const pickup of double.pickups.values())
        Object.assign(pickup, { status, confirmation: 'WTC12345' });
    };
    double.mishap(BUY_PICKUP, no, becomes('scheduled'));
    const { confirmationNumber } = await usps.bookPickup(booking());
    expect(confirmationNumber).toBe('WTC12345');
    double.mishap(/cancel$/, no, becomes('canceled'));
    await usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    expect(double.callsOf(/cancel$/)).toHaveLength(1);
  });

  const show = (status: string) => () => {
    for (const pickup of double.pickups.values()) pickup.status = status;
  };

  it.each(['', 'unknown', 'canceled'])(
    'that are "%s" after they were bought have an unknown outcome, until EasyPost shows them as booked',
    async (status) => {
      double.settings.boughtPickup = status;
      expect(await failure(usps.bookPickup(booking()))).toBeInstanceOf(CarrierNoAnswer);
      show('scheduled')();
      expect(await usps.bookPickup(booking())).toMatchObject({ confirmationNumber: 'WTC12345' });
      expect(double.callsOf(BUY_PICKUP)).toHaveLength(1);
    },
  );

  it.each(['', 'unknown', 'scheduled'])(
    'that are "%s" after they were canceled have an unknown outcome, until EasyPost shows them as canceled',
    async (status) => {
      const { confirmationNumber } = await usps.bookPickup(booking());
      const cancel = () => usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
      double.settings.canceledPickup = status;
      expect(await failure(cancel())).toBeInstanceOf(CarrierNoAnswer);
      show('canceled')();
      await cancel();
      expect(double.callsOf(CANCEL_PICKUP)).toHaveLength(1);
    },
  );

  it('that EasyPost shows as booked or canceled a moment after its answer are so at once', async () => {
    Object.assign(double.settings, { boughtPickup: 'unknown', canceledPickup: 'scheduled' });
    double.mishap(/^GET \/pickups/, 'slow', show('scheduled'));
    const { confirmationNumber } = await usps.bookPickup(booking());
    double.mishap(/^GET \/pickups/, 'slow');
    double.mishap(/^GET \/pickups/, 'slow', show('canceled'));
    await usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
  });

  it('that EasyPost does not show with our key have an unknown outcome', async () => {
    const { confirmationNumber } = await usps.bookPickup(booking());
    double.pickups.clear();
    const canceled = usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    expect(await failure(canceled)).toBeInstanceOf(CarrierNoAnswer);
  });

  it('whose answer was lost are booked by a repeated call', async () => {
    double.mishap(BUY_PICKUP, 'lost after');
    expect(await failure(usps.bookPickup(booking()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await usps.bookPickup(booking())).toMatchObject({ confirmationNumber: 'WTC12345' });
    expect([...double.pickups.values()]).toHaveLength(1);
  });

  it('are refused when they cost money or their parcels are unknown', async () => {
    double.settings.pickupRate = '4.00';
    expect(await failure(usps.bookPickup(booking()))).toMatchObject({
      name: 'CarrierRefused',
      message: 'USPS offers no free pickup at this address on 2026-03-03.',
    });
    expect(await failure(usps.bookPickup(booking({ reference: 'pickup_6', labels: [] })))).toMatchObject({
      code: 'nothing_to_collect',
    });
    expect(double.callsOf(BUY_PICKUP)).toEqual([]);
  });

  it('can be canceled repeatedly', async () => {
    const { confirmationNumber } = await usps.bookPickup(booking());
    const canceled = { accountId: 1, reference: 'pickup_5', confirmationNumber };
    await usps.cancelPickup(canceled);
    await usps.cancelPickup(canceled);
    expect(double.callsOf(/\/cancel$/)).toHaveLength(1);
    expect(await failure(usps.cancelPickup({ ...canceled, reference: 'pickup_7' }))).toMatchObject({
      code: 'pickup_not_found',
    });
  });
});
