import { PickupsUnderTest } from './support/start-pickups';

describe('asking whether the carrier can pick up', () => {
  let service: PickupsUnderTest;
  beforeAll(async () => {
    service = await PickupsUnderTest.start();
  });
  afterAll(() => service.stop());

  it('tomorrow it can: the window and the cut-off are told', async () => {
    expect(await service.rpc.check('2026-03-03')).toMatchObject({
      date: '2026-03-03',
      available: true,
      window: { start: '09:00', end: '17:00' },
      cutoffAt: new Date('2026-03-03T14:00:00Z'),
    });
  });

  it('after the cut-off today is closed and the next open day is named', async () => {
    expect(await service.rpc.check('2026-03-02')).toMatchObject({
      date: '2026-03-02',
      available: false,
      reason: 'The cut-off for a pickup on 2026-03-02 was 08:00 that day.',
      nextAvailableDate: '2026-03-03',
      cutoffAt: new Date('2026-03-02T14:00:00Z'),
    });
  });

  it('too far ahead is refused with the nearest open day', async () => {
    expect(await service.rpc.check('2026-09-09')).toMatchObject({
      available: false,
      reason: 'Pickups can be booked at most 90 days ahead.',
      nextAvailableDate: '2026-03-03',
    });
  });

  it('on a Saturday it comes on Monday', async () => {
    expect(await service.rpc.check('2026-03-07', 'UPS')).toMatchObject({
      available: false,
      nextAvailableDate: '2026-03-09',
    });
  });

  it('the day counts where the parcels are: in Guam it is already tomorrow', async () => {
    service.shipping.shipFrom = { state: 'GU', zip: '96910', country: 'US' };
    expect(await service.rpc.check('2026-03-02')).toMatchObject({
      available: false,
      reason: '2026-03-02 is in the past.',
    });
    service.shipping.shipFrom = { state: 'ON', zip: 'K1A 0B1', country: 'CA' };
    expect(await service.rpc.check('2026-03-03')).toMatchObject({
      date: '2026-03-03',
      available: false,
      reason: 'Pickups are offered for ship-from addresses in the United States only.',
    });
    service.shipping.shipFrom = { state: 'TX', zip: '78701', country: 'US' };
  });

  it.each([
    ['', 'usps', 'date is required.'],
    ['03/03/2026', 'usps', 'date must be a calendar date written YYYY-MM-DD; got "03/03/2026".'],
    ['2026-02-30', 'usps', 'date must be a calendar date written YYYY-MM-DD; got "2026-02-30".'],
    ['2026-03-03', 'dhl', 'carrier must be one of usps, ups, fedex; got "dhl".'],
  ])('date %j with carrier %j is refused: %s', async (date, carrier, publicMessage) => {
    await expect(service.rpc.check(date, carrier)).rejects.toMatchObject({
      code: 'invalid_argument',
      publicMessage,
    });
  });
});
