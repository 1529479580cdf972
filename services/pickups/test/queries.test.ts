import { addDays, calendarDate, dayOfWeek } from '@parcelyard/service-kit/calendar/calendar-date';
import { eventually } from '@parcelyard/testing/eventually';
import { PickupsUnderTest } from './support/start-pickups';

describe('every query of the pickups service', () => {
  let service: PickupsUnderTest;
  beforeAll(async () => {
    service = await PickupsUnderTest.start();
  });
  afterAll(() => service.stop());

  it('uses an index that fits it', async () => {
    const days = Array.from({ length: 45 }, (_, day) => addDays(calendarDate(2026, 3, 3), day));
    const weekdays = days.filter((date) => ![0, 6].includes(dayOfWeek(date)));
    for (const [index, date] of weekdays.entries()) {
      service.orders.printed(1, index + 1);
      await service.scheduled({ date });
    }
    service.orders.printed(1, 100);
    const { pickupId } = await service.scheduled({ date: weekdays[5] as string });
    await service.rpc.check('2026-03-03');
    await service.rpc.schedule({ confirm: false });
    await service.rpc.list(1, 2);
    for (const coming of [true, false]) await service.rpc.listBy(coming, '2026-04-14');
    await service.rpc.get(pickupId);
    await service.rpc.cancel(pickupId);
    service.orders.printed(1, 101);
    service.shipping.lostAnswers.bookPickup = 1;
    await service.rpc.schedule().catch(() => undefined);
    service.clock.advance(5_000);
    await eventually(async () => expect(await service.states()).not.toContain('booking'));
    service.orders.setStatus(1, 'InTransit');
    const [oldest] = (await service.rpc.list(1, 50)).pickups.slice(-1);
    expect(await service.rpc.get(oldest?.pickupId as number)).toMatchObject({ status: 'picked_up' });

    const queries = await service.explain();
    expect(queries.length).toBeGreaterThan(5);
    expect(queries.filter(({ indexed, sortsInMemory }) => !indexed || sortsInMemory)).toEqual([]);
    // The query for due pickups may read a few documents that do not match.
    expect(queries.filter(({ wasted }) => wasted > 5)).toEqual([]);
  });
});
