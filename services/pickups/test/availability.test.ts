import { refusal } from './support/refusal';
import { PickupsUnderTest } from './support/start-pickups';

describe('the availability of a pickup', () => {
  let service: PickupsUnderTest;
  beforeAll(async () => {
    service = await PickupsUnderTest.start();
  });
  afterAll(() => service.stop());

  it('is confirmed for tomorrow with the window and the cut-off', async () => {
    expect(await service.rpc.check('2026-03-03')).toMatchObject({
      date: '2026-03-03',
      available: true,
      window: { start: '09:00', end: '17:00' },
      cutoffAt: new Date('2026-03-03T14:00:00Z'),
    });
  });

  it('is refused for today after the cut-off, with the next open day', async () => {
    expect(await service.rpc.check('2026-03-02')).toMatchObject({
      date: '2026-03-02',
      available: false,
      refusal: { reason: 'pickup_cutoff_over' },
      nextAvailableDate: '2026-03-03',
      cutoffAt: new Date('2026-03-02T14:00:00Z'),
    });
  });

  it('is refused for a day too far ahead, with the nearest open day', async () => {
    expect(await service.rpc.check('2026-09-09')).toMatchObject({
      available: false,
      refusal: { reason: 'pickup_day_too_far' },
      nextAvailableDate: '2026-03-03',
    });
  });

  it('is refused on a Saturday, with Monday as the next open day', async () => {
    expect(await service.rpc.check('2026-03-07', 'UPS')).toMatchObject({
      available: false,
      nextAvailableDate: '2026-03-09',
    });
  });

  it("uses the shop's time zone: in Guam it is already tomorrow", async () => {
    expect(await service.rpc.check('2026-03-02', '', 1, 'Pacific/Guam')).toMatchObject({
      available: false,
      refusal: { reason: 'pickup_day_past' },
    });
    expect(await service.rpc.check('2026-03-03', '', 1, 'Pacific/Guam')).toMatchObject({
      available: true,
      cutoffAt: new Date('2026-03-02T22:00:00Z'),
    });
  });

  it('is refused outside the United States', async () => {
    service.shipping.shipFrom = { state: 'ON', zip: 'K1A 0B1', country: 'CA' };
    expect(await service.rpc.check('2026-03-03')).toMatchObject({
      date: '2026-03-03',
      available: false,
      refusal: { reason: 'pickup_outside_us' },
    });
    service.shipping.shipFrom = { state: 'TX', zip: '78701', country: 'US' };
  });

  it.each([
    ['', 'usps', 'date is required.'],
    ['03/03/2026', 'usps', 'date must be a calendar date written YYYY-MM-DD; got "03/03/2026".'],
    ['2026-02-30', 'usps', 'date must be a calendar date written YYYY-MM-DD; got "2026-02-30".'],
    ['2026-03-03', 'dhl', 'carrier must be one of usps, ups, fedex; got "dhl".'],
  ])('is refused for date %j with carrier %j: %s', async (date, carrier, words) => {
    expect(await refusal(service.rpc.check(date, carrier))).toMatchObject({
      code: 'invalid_argument',
      words,
    });
  });
});
