import { eventually } from '@parcelyard/testing/eventually';
import { noAnswer } from './support/fake-orders';
import { noteOf, refusal } from './support/refusal';
import { PickupsUnderTest } from './support/start-pickups';

describe('reading and canceling pickups', () => {
  let service: PickupsUnderTest;
  let id: number;
  beforeEach(async () => {
    service = await PickupsUnderTest.start();
    service.orders.printed(1, 11);
    service.orders.printed(1, 12);
    id = (await service.scheduled()).pickupId;
  });
  afterEach(() => service.stop());

  const free = [
    [11, 'LabelPrinted', undefined],
    [12, 'LabelPrinted', undefined],
  ];

  it('a pickup is returned with the current state of its orders', async () => {
    expect(await service.rpc.get(id)).toMatchObject({
      pickupId: id,
      status: 'scheduled',
      orders: [
        {
          orderId: 11,
          orderNumber: 'N11',
          name: 'Ada Lovelace',
          trackingNumber: '9411',
          status: 'WaitingForPickup',
        },
        { orderId: 12, orderNumber: 'N12', status: 'WaitingForPickup' },
      ],
    });
  });

  it('a booked pickup keeps its day when the time zone of the shop changes', async () => {
    // Nine o'clock on Monday morning in Austin. In Kiritimati it is already Tuesday.
    const timeZone = 'Pacific/Kiritimati';
    expect(await service.rpc.check('2026-03-02', '', 1, timeZone)).toMatchObject({
      refusal: { reason: 'pickup_day_past' },
    });
    expect(await service.rpc.get(id)).toMatchObject({ date: '2026-03-03', status: 'scheduled' });
    service.orders.printed(1, 13);
    await service.scheduled({ date: '2026-03-04', timeZone });
    expect(await service.rpc.get(id)).toMatchObject({ date: '2026-03-03', orderIds: [11, 12] });
    expect(await service.rpc.cancel(id)).toMatchObject({ date: '2026-03-03', status: 'canceled' });
  });

  it('future pickups are listed by day, the next first, and all others in a separate list', async () => {
    service.orders.printed(1, 13);
    const later = (await service.scheduled({ date: '2026-03-05' })).pickupId;
    service.orders.printed(1, 14);
    const canceled = (await service.scheduled({ date: '2026-03-04' })).pickupId;
    await service.rpc.cancel(canceled);
    const ids = async (coming: boolean, today: string, accountId = 1) => {
      const { pickups, total } = await service.rpc.listBy(coming, today, 1, accountId);
      expect(total).toBe(pickups.length);
      return pickups.map(({ pickupId }) => pickupId);
    };
    expect(await ids(true, '2026-03-03')).toEqual([id, later]);
    expect(await ids(false, '2026-03-03')).toEqual([canceled]);
    expect(await ids(true, '2026-03-04')).toEqual([later]);
    expect(await ids(false, '2026-03-04')).toEqual([canceled, id]);
    expect(await ids(false, '2026-03-06')).toEqual([later, canceled, id]);
    for (const coming of [true, false]) expect(await ids(coming, '2026-03-03', 2)).toEqual([]);
    for (const today of ['', 'tomorrow', '2026-02-30'])
      expect(await refusal(service.rpc.listBy(true, today))).toMatchObject({ code: 'invalid_argument' });
  });

  it("another account's pickup is not found, with the same message as an unknown one, when it is read or canceled", async () => {
    const words = (pickup: number) => ({
      code: 'not_found',
      words: `Pickup ${pickup} was not found in this account.`,
    });
    expect(await refusal(service.rpc.get(id, 2))).toMatchObject(words(id));
    expect(await refusal(service.rpc.get(987_654))).toMatchObject(words(987_654));
    expect(await refusal(service.rpc.cancel(id, true, 2))).toMatchObject(words(id));
    expect(await service.rpc.list(1, 25, 2)).toEqual({ pickups: [], total: 0 });
  });

  it('the list shows the newest first, in pages', async () => {
    const ids = [id];
    for (const [index, date] of ['2026-03-04', '2026-03-05', '2026-03-06'].entries()) {
      service.clock.advance(1_000);
      service.orders.printed(1, 31 + index);
      ids.unshift((await service.scheduled({ date })).pickupId);
    }
    const first = await service.rpc.list(1, 3);
    const second = await service.rpc.list(2, 3);
    expect([...first.pickups, ...second.pickups].map((pickup) => pickup.pickupId)).toEqual(ids);
    expect(first).toMatchObject({ total: 4 });
    expect(first.pickups).toHaveLength(3);
    expect((await service.rpc.list(0, 500)).pickups).toHaveLength(4);
  });

  it('a page has as many rows as a surface may request, so that no pickup is missing between two pages', async () => {
    await service.rpc.cancel(id);
    await service.repeat(id, 80);
    expect((await service.rpc.list(1, 100)).pickups).toHaveLength(81);
    expect((await service.rpc.list(1, 500)).pickups).toHaveLength(81);
    expect((await service.rpc.list(1, 0)).pickups).toHaveLength(25);
  });

  it('an order that is canceled or whose label is voided leaves its pickup', async () => {
    service.orders.leave(11);
    const left = { orderIds: [12], packageCount: 1, status: 'scheduled' };
    expect(await service.rpc.get(id)).toMatchObject({ ...left, orders: [{ orderId: 12 }] });
    expect((await service.rpc.list()).pickups).toMatchObject([left]);
    expect(await service.rpc.cancel(id, false)).toMatchObject(left);
    const canceled = { ...left, status: 'canceled' };
    expect(await service.rpc.cancel(id)).toMatchObject(canceled);
    expect(await service.rpc.get(id)).toMatchObject(canceled);
  });

  it('an order that left its pickup and was shipped otherwise does not set the pickup to picked up', async () => {
    service.orders.leave(11, 'Delivered');
    expect(await service.rpc.get(id)).toMatchObject({ status: 'scheduled' });
  });

  it.each(['get', 'list', 'cancel'] as const)(
    'a pickup without orders is canceled with the carrier before a %s returns, and says so [MCP-P6]',
    async (method) => {
      service.orders.leave(11);
      service.orders.leave(12, 'Deleted');
      const read = {
        get: () => service.rpc.get(id),
        list: async () => (await service.rpc.list()).pickups[0],
        cancel: () => service.rpc.cancel(id),
      };
      expect(await read[method]()).toMatchObject({
        status: 'canceled',
        packageCount: 0,
        canceledAt: service.clock.now(),
        notes: expect.arrayContaining([expect.objectContaining({ reason: 'pickup_was_empty' })]),
      });
      expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: true }]);
      service.orders.printed(1, 13);
      expect((await service.scheduled()).pickupId).not.toBe(id);
    },
  );

  describe("a pickup whose last orders wait for the carrier's answer to a void", () => {
    beforeEach(() => {
      service.orders.leave(11);
      service.orders.voidPends(12);
    });
    const stands = async () => {
      expect(await service.states()).toEqual(['scheduled']);
      expect(service.shipping.cancellationsAsked).toBe(0);
    };

    it.each(['get', 'list', 'confirm'] as const)('is not canceled by a %s, and says so', async (method) => {
      const read = {
        get: () => service.rpc.get(id),
        list: async () => (await service.rpc.list()).pickups[0],
        confirm: async () => {
          service.orders.printed(1, 13);
          await service.rpc.schedule();
          service.orders.leave(13);
          return service.rpc.get(id);
        },
      };
      expect(await read[method]()).toMatchObject({
        pickupId: id,
        status: 'scheduled',
        orderIds: [],
        packageCount: 0,
        notes: [{ reason: 'pickup_void_pending', params: '{"orderIds":[12]}' }],
      });
      await stands();
    });

    it('stays booked in the worker until the carrier has accepted the void', async () => {
      for (const _round of ['first', 'second']) {
        const asked = service.orders.calls.length;
        // A check of the pickup sets the time of the next check from the clock when it ends. If the clock moves while a
        // check runs, the next check is later than expected. So the clock may have to move more than once.
        await eventually(() => {
          service.clock.advance(600_000);
          expect(service.orders.calls.length).toBeGreaterThan(asked);
        });
      }
      await stands();
      service.orders.leave(12);
      await eventually(async () => {
        service.clock.advance(600_000);
        expect(await service.states()).toEqual(['canceled']);
      });
    });

    it('gets its order back when the carrier refuses the void', async () => {
      await service.rpc.get(id);
      service.orders.voidPends(12, false);
      expect(await service.rpc.get(id)).toMatchObject({ status: 'scheduled', orderIds: [12], notes: [] });
      service.orders.setStatus(12, 'InTransit');
      expect(await service.rpc.get(id)).toMatchObject({ status: 'picked_up' });
    });

    it('that the merchant canceled does not get its order back when the carrier refuses the void', async () => {
      expect(await service.rpc.cancel(id)).toMatchObject({ status: 'canceled' });
      service.orders.voidPends(12, false);
      expect(service.orders.state()).toContainEqual([12, 'LabelPrinted', undefined]);
    });
  });

  it('a confirm for the day of a pickup without orders is answered as if there were no pickup', async () => {
    for (const orderId of [11, 12]) service.orders.leave(orderId);
    expect(await refusal(service.rpc.schedule())).toMatchObject({
      words: 'No printed USPS labels are waiting for a pickup. Mark labels printed first.',
    });
    expect(await service.states()).toEqual(['canceled']);
  });

  it.each(['pickup-empty-1-taken', 'pickup-released'])(
    'killed right after %s while a pickup without orders is canceled, the next process completes the cancellation [MCP-P6]',
    async (failPoint) => {
      for (const orderId of [11, 12]) service.orders.leave(orderId);
      service.crashAt(failPoint);
      await service.rpc.get(id).catch((error: unknown) => error);
      expect(await service.states()).not.toEqual(['canceled']);
      await service.restart();
      service.clock.advance(31_000);
      await eventually(async () => expect(await service.states()).toEqual(['canceled']));
      expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: true }]);
    },
  );

  it('a pickup without orders is canceled also when nobody reads it', async () => {
    for (const orderId of [11, 12]) service.orders.leave(orderId);
    service.clock.advance(600_000);
    await eventually(async () => expect(await service.states()).toEqual(['canceled']));
  });

  it('when a carrier refuses to cancel a pickup without orders, the worker tries again later, and the pickup says so', async () => {
    service.shipping.refusal = 'The driver is on the way.';
    for (const orderId of [11, 12]) service.orders.leave(orderId);
    service.clock.advance(600_000);
    await eventually(() => expect(service.shipping.cancellationsAsked).toBe(1));
    expect(await service.rpc.get(id)).toMatchObject({
      status: 'scheduled',
      packageCount: 0,
      notes: [{ reason: 'pickup_empty' }],
    });
    service.shipping.refusal = undefined;
    service.clock.advance(600_000);
    await eventually(async () => expect(await service.states()).toEqual(['canceled']));
  });

  it('orders can be in another pickup two weeks after a driver did not come', async () => {
    service.clock.set('2026-03-18T23:00:00Z');
    await eventually(async () => expect(await service.states()).toEqual(['error']));
    expect(service.orders.state()).toEqual(free);
    expect(await refusal(service.rpc.cancel(id))).toMatchObject({
      words: `Pickup ${id} ended without a collection; there is nothing to cancel.`,
    });
  });

  it('a preview of a cancellation shows the pickup and changes nothing', async () => {
    expect(await service.rpc.cancel(id, false)).toMatchObject({ pickupId: id, status: 'scheduled' });
    expect(await service.states()).toEqual(['scheduled']);
    expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: false }]);
  });

  it('a cancellation is sent to the carrier, then releases the orders for the next pickup', async () => {
    expect(await service.rpc.cancel(id)).toMatchObject({
      status: 'canceled',
      canceledAt: service.clock.now(),
    });
    expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: true }]);
    expect(service.orders.state()).toEqual(free);
    expect((await service.scheduled()).pickupId).not.toBe(id);
  });

  it('a second cancellation returns the result of the first one [MCP-P7]', async () => {
    const first = await service.rpc.cancel(id);
    service.clock.advance(60_000);
    for (const confirm of [true, false]) {
      const again = await service.rpc.cancel(id, confirm);
      expect(again).toEqual({ ...first, notes: again.notes });
      expect(noteOf(again)).toBe(`Pickup ${id} was already canceled. This call changed nothing.`);
    }
    expect(service.shipping.cancellationsAsked).toBe(1);
  });

  it('ten cancellations at once cancel the pickup once, and all get the same result [MCP-P7]', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => service.rpc.cancel(id)));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ pickupId: id, status: 'canceled', orderIds: [11, 12] });
    }
    expect(service.shipping.cancellationsAsked).toBe(1);
    expect(service.orders.state()).toEqual(free);
  });

  it('after one parcel is in transit, the pickup is picked up and cannot be canceled', async () => {
    service.orders.setStatus(11, 'InTransit');
    expect(await refusal(service.rpc.cancel(id))).toMatchObject({
      words: `Pickup ${id} was already picked up and cannot be canceled.`,
    });
    expect(await service.rpc.get(id)).toMatchObject({ status: 'picked_up' });
    expect((await service.rpc.list()).pickups).toMatchObject([{ status: 'picked_up' }]);
  });

  it('after the window, the worker sets the pickup to picked up when an order was collected', async () => {
    service.orders.setStatus(12, 'Delivered');
    service.clock.set('2026-03-03T23:00:00Z');
    await eventually(async () => expect(await service.states()).toEqual(['picked_up']));
  });

  it('a pickup without a collection on its day is checked again the next day', async () => {
    service.clock.set('2026-03-03T23:00:00Z');
    const asked = service.orders.calls.length;
    await eventually(() => expect(service.orders.calls.length).toBeGreaterThan(asked));
    service.orders.setStatus(12, 'InTransit');
    service.clock.set('2026-03-04T23:00:00Z');
    await eventually(async () => expect(await service.states()).toEqual(['picked_up']));
  });

  it('a pickup of a past day cannot be canceled', async () => {
    service.clock.set('2026-03-04T15:00:00Z');
    expect(await refusal(service.rpc.cancel(id))).toMatchObject({
      words: `Pickup ${id} was for 2026-03-03, which has passed, and cannot be canceled.`,
    });
  });

  it("the carrier's refusal is returned word for word, and the pickup stays booked", async () => {
    service.shipping.refusal = 'The driver is on the way.';
    expect(await refusal(service.rpc.cancel(id))).toMatchObject({
      words: 'The driver is on the way.',
    });
    expect(await service.rpc.get(id)).toMatchObject({ status: 'scheduled' });
    service.shipping.refusal = undefined;
    expect(await service.rpc.cancel(id)).toMatchObject({ status: 'canceled' });
  });

  it('a cancellation whose answer from the carrier was lost is completed by the worker', async () => {
    service.shipping.lostAnswers.cancelCarrierPickup = 1;
    await expect(service.rpc.cancel(id)).rejects.toMatchObject({ code: 'unresolved' });
    service.clock.advance(5_000);
    await eventually(async () => expect(await service.states()).toEqual(['canceled']));
    expect(service.orders.state()).toEqual(free);
  });

  it('orders that cannot be released now are released by the worker', async () => {
    service.orders.failNext('releasePickup', noAnswer());
    await expect(service.rpc.cancel(id)).rejects.toMatchObject({ code: 'unresolved' });
    service.clock.advance(5_000);
    await eventually(async () => expect(await service.states()).toEqual(['canceled']));
    expect(service.orders.state()).toEqual(free);
  });

  it.each(['pickup-cancel-1-taken', 'pickup-cancel-2-withdrawn', 'pickup-released'])(
    'killed right after %s, the next process completes the cancellation',
    async (failPoint) => {
      service.crashAt(failPoint);
      await expect(service.rpc.cancel(id)).rejects.toThrow();
      await service.restart();
      service.clock.advance(31_000);
      await eventually(async () => expect(await service.states()).toEqual(['canceled']));
      expect(service.orders.state()).toEqual(free);
      expect([...service.shipping.bookings.values()]).toMatchObject([{ canceled: true }]);
    },
  );
});
