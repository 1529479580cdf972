import timers from 'node:timers/promises';
import { servingRequest } from '@parcelyard/service-kit/tracing/request-id';
import { eventually } from '@parcelyard/testing/eventually';
import { stopTime } from '@parcelyard/testing/stop-time';
import { withUnseen } from '@parcelyard/testing/unseen-text';
import { noAnswer } from './support/fake-orders';
import { noteOf, refusal } from './support/refusal';
import { PickupsUnderTest } from './support/start-pickups';

/** The ways in which an order's new label may differ from its voided label. */
const OTHERS: [string, { carrier?: string; seller?: string }][] = [
  ['carrier', { carrier: 'ups' }],
  ['seller', { seller: 'shippo' }],
];

describe('scheduling a pickup', () => {
  let service: PickupsUnderTest;
  beforeEach(async () => {
    service = await PickupsUnderTest.start();
    service.orders.printed(1, 11);
    service.orders.printed(1, 12);
    service.orders.printed(1, 13, 'ups');
    service.orders.printed(2, 21);
  });
  afterEach(() => service.stop());

  const untouched = [
    [11, 'LabelPrinted', undefined],
    [12, 'LabelPrinted', undefined],
    [13, 'LabelPrinted', undefined],
    [21, 'LabelPrinted', undefined],
  ];

  it('a preview names the printed labels of that carrier and changes nothing', async () => {
    expect(await service.rpc.schedule({ confirm: false })).toEqual({
      outcome: {
        $case: 'preview',
        preview: {
          eligibleOrderIds: [11, 12],
          packageCount: 2,
          window: { start: '09:00', end: '17:00' },
          date: '2026-03-03',
          carrier: 'usps',
          ofAnotherSeller: 0,
          pickupAddress: expect.objectContaining({ street1: '1 Congress Ave', city: 'Austin' }),
        },
      },
    });
    expect(service.orders.state()).toEqual(untouched);
    expect(service.shipping.bookings.size).toBe(0);
    expect(await service.states()).toEqual([]);
  });

  it('stores the text for the driver without invisible characters [MCP-O25]', async () => {
    const told = withUnseen({ location: 'Front door', instructions: 'Ring twice\nDog' });
    const pickup = await service.scheduled(told);
    expect(pickup).toMatchObject({ location: 'Front door', instructions: 'Ring twice\nDog' });
  });

  it('a confirm books the pickup and assigns the orders to it', async () => {
    const pickup = await service.scheduled({ instructions: 'Ring twice' });
    expect(pickup).toEqual({
      pickupId: expect.any(Number),
      carrier: 'usps',
      status: 'scheduled',
      date: '2026-03-03',
      window: { start: '09:00', end: '17:00' },
      location: 'Front door',
      instructions: 'Ring twice',
      confirmationNumber: 'CNF1',
      orderIds: [11, 12],
      packageCount: 2,
      createdAt: service.clock.now(),
      orders: [],
      notes: [],
    });
    expect(service.orders.state()).toEqual([
      [11, 'WaitingForPickup', pickup.pickupId],
      [12, 'WaitingForPickup', pickup.pickupId],
      [13, 'LabelPrinted', undefined],
      [21, 'LabelPrinted', undefined],
    ]);
    expect(service.shipping.bookings.get(`pickup_${pickup.pickupId}`)?.packageCount).toBe(2);
  });

  it('preview and confirm name the number of labels that another seller sold and that are left out', async () => {
    service.shipping.ofAnotherSeller.add(12);
    const { outcome } = await service.rpc.schedule({ confirm: false });
    expect(outcome).toMatchObject({ preview: { eligibleOrderIds: [11], ofAnotherSeller: 1 } });
    const booked = await service.scheduled();
    expect(booked.orderIds).toEqual([11]);
    expect(noteOf(booked)).toBe(
      '1 order was left out: another seller sold its label, and a driver takes the parcels of one seller. Choose another date for the rest.',
    );
  });

  it.each(OTHERS)(
    'an order that gets a label of another %s during the booking is left out',
    async (_of, other) => {
      service.meanwhileAt('pickup-1-claimed', () => service.orders.relabelled(12, other));
      expect((await service.scheduled()).orderIds).toEqual([11]);
      expect(service.orders.state()[1]).toEqual([12, 'LabelPrinted', undefined]);
      expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 1 }]);
    },
  );

  it.each(OTHERS)(
    'no pickup is booked when every order gets a label of another %s during the booking',
    async (_of, other) => {
      service.meanwhileAt('pickup-1-claimed', () => {
        for (const orderId of [11, 12]) service.orders.relabelled(orderId, other);
      });
      expect(await refusal(service.rpc.schedule())).toMatchObject({
        code: 'failed_precondition',
        words: 'No printed USPS labels are waiting for a pickup. Mark labels printed first.',
      });
      expect(service.orders.state()).toEqual(untouched);
      expect(service.shipping.bookings.size).toBe(0);
    },
  );

  it('another confirm for the day returns the booked pickup and says so', async () => {
    const first = await service.scheduled();
    const again = await service.scheduled({ location: 'Back door' });
    expect(again).toEqual({
      ...first,
      notes: again.notes,
    });
    expect(noteOf(again)).toBe(
      `Pickup ${first.pickupId} was booked for 2026-03-03 already; no further printed labels were waiting. The pickup keeps its location "Front door". To change that, cancel the pickup and schedule it again.`,
    );
    expect(service.shipping.bookings.size).toBe(1);
    expect(await refusal(service.rpc.schedule({ date: '2026-03-04' }))).toMatchObject({
      code: 'failed_precondition',
      words: 'No printed USPS labels are waiting for a pickup. Mark labels printed first.',
    });
  });

  it('of confirms at once and a later one, only the first says that it has booked the pickup', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => service.rpc.schedule()));
    service.orders.printed(1, 31);
    const later = await service.rpc.schedule();
    const saidBefore = [...answers, later].map(({ bookedBefore }) => bookedBefore);
    expect(saidBefore.toSorted()).toEqual([false, true, true, true]);
    expect(later.bookedBefore).toBe(true);
  });

  it.each([3, 10])(
    '%i confirms at once book one pickup with all orders, and each returns that pickup',
    async (count) => {
      for (let orderId = 31; orderId <= 50; orderId += 1) service.orders.printed(1, orderId);
      const booked = await Promise.all(Array.from({ length: count }, () => service.scheduled()));
      expect(new Set(booked.map(({ pickupId }) => pickupId)).size).toBe(1);
      for (const { orderIds } of booked) expect(orderIds).toHaveLength(22);
      expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 22 }]);
      expect(await service.states()).toEqual(['scheduled']);
    },
  );

  it('confirms at once in two processes book one pickup', async () => {
    const second = await service.startSecond();
    const booked = await Promise.all([service.scheduled(), second.scheduled(), service.scheduled()]);
    expect(new Set(booked.map(({ pickupId }) => pickupId)).size).toBe(1);
    expect(service.shipping.bookings.size).toBe(1);
    await second.stopApp();
  });

  it('confirms at once that the carrier refuses each get the reason, and change nothing', async () => {
    service.shipping.refusal = 'The round is full.';
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => service.scheduled()));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { params: { text: 'The round is full.' } } });
    expect(service.orders.state()).toEqual(untouched);
  });

  it('other carriers, days and accounts have separate pickups', async () => {
    service.orders.printed(1, 13 + 1, 'ups');
    await service.scheduled();
    await service.scheduled({ carrier: 'ups' });
    await service.scheduled({ accountId: 2 });
    service.orders.printed(1, 15);
    await service.scheduled({ date: '2026-03-04' });
    expect(service.shipping.bookings.size).toBe(4);
  });

  describe('when labels were printed after the booking', () => {
    let first: Awaited<ReturnType<PickupsUnderTest['scheduled']>>;
    beforeEach(async () => {
      first = await service.scheduled();
      service.orders.printed(1, 14);
      service.orders.printed(1, 15);
    });
    const already = () => `Pickup ${first.pickupId} was booked for 2026-03-03 already`;

    it('a preview names them and the pickup that they would be added to', async () => {
      const { outcome } = await service.rpc.schedule({ confirm: false });
      expect(outcome).toMatchObject({
        preview: { eligibleOrderIds: [14, 15], packageCount: 2, scheduledPickupId: first.pickupId },
      });
      expect(await service.rpc.check('2026-03-03')).toMatchObject({
        scheduledPickupId: first.pickupId,
        pickupAddress: { city: 'Austin' },
      });
    });

    it('a confirm adds them and sends the new number to the carrier', async () => {
      const joined = await service.scheduled();
      expect(joined).toMatchObject({
        pickupId: first.pickupId,
        orderIds: [11, 12, 14, 15],
        packageCount: 4,
      });
      expect(noteOf(joined)).toBe(`${already()}; 2 orders were added to it.`);
      expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 4 }]);
    });

    it('three confirms at once add them once', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => service.scheduled()));
      for (const { orderIds } of answers) expect(orderIds).toEqual([11, 12, 14, 15]);
      expect(service.shipping.bookings.size).toBe(1);
    });

    it('a carrier that accepts no more parcels leaves them unassigned, and the note says what to do', async () => {
      service.shipping.refusesMore = 'USPS takes no more parcels into a booked pickup.';
      for (const _again of [1, 2]) {
        const answered = await service.scheduled();
        expect(answered).toMatchObject({ pickupId: first.pickupId, orderIds: [11, 12] });
        expect(noteOf(answered)).toMatch(
          '2 orders were not added to this pickup. Cancel the pickup and schedule it again for all orders, or choose another date for the rest.',
        );
      }
      expect(service.orders.state().slice(-2)).toEqual([
        [14, 'LabelPrinted', undefined],
        [15, 'LabelPrinted', undefined],
      ]);
      await service.rpc.cancel(first.pickupId);
      expect((await service.scheduled()).orderIds).toEqual([11, 12, 14, 15]);
    });

    it('labels of another seller stay unassigned, and preview and note suggest another date', async () => {
      service.shipping.ofAnotherSeller.add(15);
      const { outcome } = await service.rpc.schedule({ confirm: false });
      expect(outcome).toMatchObject({ preview: { eligibleOrderIds: [14], ofAnotherSeller: 1 } });
      const leftOut =
        '1 order was left out: another seller sold its label, and a driver takes the parcels of one seller. Choose another date for the rest.';
      const joined = await service.scheduled();
      expect(joined.orderIds).toEqual([11, 12, 14]);
      expect(noteOf(joined)).toBe(`${already()}; 1 order was added to it. ${leftOut}`);
      expect(noteOf(await service.scheduled())).toBe(`${already()}. ${leftOut}`);
      expect(service.orders.state().at(-1)).toEqual([15, 'LabelPrinted', undefined]);
    });

    it('a lost answer of the carrier is unresolved, and the worker completes the addition', async () => {
      service.shipping.lostAnswers.addToCarrierPickup = 1;
      await expect(service.rpc.schedule()).rejects.toMatchObject({ code: 'unresolved' });
      service.clock.advance(5_000);
      await eventually(async () => expect(await service.states()).toEqual(['scheduled']));
      expect((await service.rpc.get(first.pickupId)).orderIds).toEqual([11, 12, 14, 15]);
    });

    it('when a carrier answers again after several minutes, the addition completes without another pause of minutes', async () => {
      service.shipping.lostAnswers.addToCarrierPickup = 10;
      await expect(service.rpc.schedule()).rejects.toMatchObject({ code: 'unresolved' });
      service.clock.advance(5_000);
      for (let failures = 1; failures < 10; failures += 1) {
        await eventually(async () => expect(await service.failures()).toEqual([failures]));
        service.clock.advance(10_000);
      }
      await eventually(async () => expect(await service.states()).toEqual(['scheduled']));
    });

    it('a caller with little time left gets the answer that the pickup is being booked', async () => {
      service.crashAt('pickup-add-1-taken');
      await expect(service.rpc.schedule()).rejects.toThrow();
      stopTime();
      const pause = jest.spyOn(timers, 'setTimeout');
      const hurried = servingRequest('test', () => service.rpc.schedule(), 1_000);
      await expect(hurried).rejects.toMatchObject({ reason: 'pickup_being_booked' });
      expect(pause).not.toHaveBeenCalled();
      pause.mockRestore();
      jest.useRealTimers();
    });

    it.each(['pickup-add-1-taken', 'pickup-add-2-assigned', 'pickup-add-3-told'])(
      'killed right after %s, the next process completes the addition',
      async (failPoint) => {
        service.crashAt(failPoint);
        await expect(service.rpc.schedule()).rejects.toThrow(failPoint);
        await service.restart();
        service.clock.advance(31_000);
        await eventually(async () => expect(await service.states()).toEqual(['scheduled']));
        expect((await service.rpc.get(first.pickupId)).orderIds).toEqual([11, 12, 14, 15]);
        expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 4 }]);
      },
    );

    it.each(OTHERS)(
      'an order that gets a label of another %s during the addition is left out',
      async (_of, other) => {
        service.meanwhileAt('pickup-add-1-taken', () => service.orders.relabelled(15, other));
        const pickup = await service.scheduled();
        expect(pickup.orderIds).toEqual([11, 12, 14]);
        expect(noteOf(pickup)).toMatch('1 order was not added');
        expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 3 }]);
      },
    );

    it('after the cut-off the pickup is returned unchanged', async () => {
      service.clock.set('2026-03-03T15:00:00Z');
      const answered = await service.scheduled();
      expect(answered).toMatchObject({ pickupId: first.pickupId, orderIds: [11, 12] });
      expect(noteOf(answered)).toMatch('The cut-off for a pickup on 2026-03-03 was 08:00 that day.');
    });
  });

  it.each([true, false])('a plan without the feature is refused (confirm: %s)', async (confirm) => {
    service.carrierPickup = false;
    expect(await refusal(service.rpc.schedule({ confirm }))).toMatchObject({
      code: 'permission_denied',
      words:
        'Your current Ship.com plan does not include carrier pickup scheduling. Upgrade the subscription to use it. Growth and Pro include it; the owner changes plans under Settings, Billing.',
    });
    expect(service.orders.state()).toEqual(untouched);
  });

  it.each([
    [{ date: '' }, 'date is required.'],
    [{ date: 'soon' }, 'date must be a calendar date written YYYY-MM-DD; got "soon".'],
    [{ location: '  ' }, 'location is required.'],
    [{ location: 'x'.repeat(101) }, 'location must be at most 100 characters; got 101.'],
    [{ instructions: 'x'.repeat(501) }, 'instructions must be at most 500 characters; got 501.'],
    [{ carrier: 'dhl' }, 'carrier must be one of usps, ups, fedex; got "dhl".'],
    [{ date: '2026-03-08' }, 'Carriers do not pick up on weekends; 2026-03-08 is a Sunday.'],
    [{ date: '2026-03-02' }, 'The cut-off for a pickup on 2026-03-02 was 08:00 that day.'],
  ])('%j is refused: %s', async (request, words) => {
    expect(await refusal(service.rpc.schedule(request))).toMatchObject({ words });
    expect(service.orders.state()).toEqual(untouched);
  });

  it("the carrier's refusal of a quote is returned word for word", async () => {
    service.orders.printed(1, 14, 'fedex', 'SBX_PICKUP_NONE');
    expect(await refusal(service.rpc.schedule({ carrier: 'fedex' }))).toMatchObject({
      code: 'carrier_refused',
      words: 'No driver is available on that day.',
    });
  });

  describe('when a step fails', () => {
    it('a booking that the carrier refuses releases the orders before the refusal is returned', async () => {
      service.shipping.refusal = 'The round is full.';
      expect(await refusal(service.rpc.schedule())).toMatchObject({
        code: 'carrier_refused',
        words: 'The round is full.',
      });
      expect(service.orders.state()).toEqual(untouched);
      expect((await service.rpc.list()).total).toBe(0);
      service.shipping.refusal = undefined;
      expect((await service.scheduled()).orderIds).toEqual([11, 12]);
    });

    it('a lost answer of the carrier is unresolved, and the worker completes the same booking', async () => {
      service.shipping.lostAnswers.bookPickup = 1;
      await expect(service.rpc.schedule()).rejects.toMatchObject({ code: 'unresolved' });
      service.clock.advance(5_000);
      const { pickups } = await eventually(async () => {
        const listed = await service.rpc.list();
        expect(listed.total).toBe(1);
        return listed;
      });
      expect(pickups[0]).toMatchObject({
        status: 'scheduled',
        confirmationNumber: 'CNF1',
        orderIds: [11, 12],
      });
      expect(service.shipping.bookings.size).toBe(1);
    });

    it('a pickup fails when its orders cannot be assigned, also when they were assigned and only the answer was lost', async () => {
      service.orders.failNext('assignPickup', noAnswer(), true);
      await expect(service.rpc.schedule()).rejects.toMatchObject({ code: 'unavailable' });
      await eventually(async () => expect(await service.states()).toEqual(['failed']));
      expect(service.orders.state()).toEqual(untouched);
      expect(service.shipping.bookings.size).toBe(0);
    });

    it('a booking that succeeds after the pickup was given up is canceled with the carrier', async () => {
      // The process stops before it asks the carrier. The worker takes the pickup over, the carrier refuses, and the
      // worker gives the pickup up.
      const proceed = service.shipping.stallNextBooking();
      const stalled = service.rpc.schedule();
      await eventually(async () => expect(await service.states()).toEqual(['booking']));
      service.shipping.refusal = 'The round is full.';
      service.clock.advance(31_000);
      await eventually(async () => expect(await service.states()).toEqual(['failed']));
      service.shipping.refusal = undefined;
      proceed();
      await expect(stalled).rejects.toMatchObject({ code: 'conflict' });
      expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: true }]);
      expect(service.orders.state()).toEqual(untouched);
    });

    it('orders that cannot be released now are released by the worker', async () => {
      service.shipping.refusal = 'The round is full.';
      service.orders.failNext('releasePickup', noAnswer());
      expect(await refusal(service.rpc.schedule())).toMatchObject({ words: 'The round is full.' });
      await eventually(async () => expect(await service.states()).toEqual(['failed']));
      expect(service.orders.state()).toEqual(untouched);
    });
  });

  describe('when the process is killed', () => {
    it.each(['pickup-1-claimed', 'pickup-2-assigned', 'pickup-3-booked'])(
      'right after %s, the next process books the pickup once, with its orders in it',
      async (failPoint) => {
        service.crashAt(failPoint);
        await expect(service.rpc.schedule()).rejects.toThrow(failPoint);
        await service.restart();
        service.clock.advance(31_000);
        await eventually(async () => expect(await service.states()).toEqual(['scheduled']));
        const [pickup] = (await service.rpc.list()).pickups;
        expect(pickup).toMatchObject({
          status: 'scheduled',
          orderIds: [11, 12],
          confirmationNumber: 'CNF1',
        });
        expect(service.orders.state().slice(0, 2)).toEqual([
          [11, 'WaitingForPickup', pickup?.pickupId],
          [12, 'WaitingForPickup', pickup?.pickupId],
        ]);
        expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 2 }]);
        // Another booking for this day returns the same pickup.
        expect((await service.scheduled()).pickupId).toBe(pickup?.pickupId);
      },
    );

    it.each(['pickup-1-claimed', 'pickup-2-assigned', 'pickup-3-booked'])(
      'right after %s, a pickup is canceled when its orders are canceled or get a label of another carrier meanwhile',
      async (failPoint) => {
        service.crashAt(failPoint);
        await expect(service.rpc.schedule()).rejects.toThrow(failPoint);
        service.orders.leave(11);
        service.orders.relabelled(12, { carrier: 'ups' });
        await service.restart();
        service.clock.advance(31_000);
        await eventually(async () => expect(await service.states()).toEqual(['canceled']));
        expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: true }]);
        expect(service.orders.state().slice(0, 2)).toEqual([
          [11, 'ChooseShipping', undefined],
          [12, 'LabelPrinted', undefined],
        ]);
      },
    );

    it('a pickup that another process continues takes no order whose label was bought again through another seller', async () => {
      service.crashAt('pickup-1-claimed');
      await expect(service.rpc.schedule()).rejects.toThrow();
      service.orders.relabelled(12, { seller: 'shippo' });
      await service.restart();
      service.clock.advance(31_000);
      await eventually(async () => expect(await service.states()).toEqual(['scheduled']));
      expect((await service.rpc.list()).pickups[0]).toMatchObject({ orderIds: [11] });
      expect(service.orders.state()[1]).toEqual([12, 'LabelPrinted', undefined]);
    });

    it('an order that is canceled meanwhile is not counted for the driver', async () => {
      service.crashAt('pickup-2-assigned');
      await expect(service.rpc.schedule()).rejects.toThrow();
      service.orders.leave(11);
      await service.restart();
      service.clock.advance(31_000);
      await eventually(async () => expect(await service.states()).toEqual(['scheduled']));
      expect((await service.rpc.list()).pickups[0]).toMatchObject({ orderIds: [12] });
      expect([...service.shipping.bookings.values()]).toMatchObject([{ packageCount: 1 }]);
    });

    it('a booking that is not completed before its day ends as an error, and its orders are released', async () => {
      service.crashAt('pickup-2-assigned');
      await expect(service.rpc.schedule()).rejects.toThrow();
      await service.restart();
      service.clock.set('2026-03-04T15:00:00Z');
      await eventually(async () => expect(await service.states()).toEqual(['error']));
      expect(service.orders.state()).toEqual(untouched);
      expect((await service.rpc.list()).pickups[0]).toMatchObject({ status: 'error', orderIds: [11, 12] });
    });
  });
});
