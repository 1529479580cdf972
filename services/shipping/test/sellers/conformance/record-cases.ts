import type { SellerJournalEntry } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { checkAddress } from '../../../src/domain/address/check-address';
import { CarrierRefused } from '../../../src/sellers/carrier-errors';
import type { Carrier, CarrierRate, PickupBookingRequest } from '../../../src/sellers/carrier-port';
import { KNOWN_CARRIERS } from '../../../src/sellers/known-carriers';
import { anAddress } from '../../address/an-address';
import { always, arranged, type ConformanceCase, failure, labelOf, when } from './conformance-case';
import type { SellerHarness } from './seller-harness';

export const RECORD_CASES: readonly ConformanceCase[] = [
  always('its list of sales has each sale once, with account, price and status', async (harness) => {
    const { price, reference } = harness.purchase();
    const label = await harness.carrier.buy(harness.purchase());
    expect(await journal(harness, 0)).toEqual([
      expect.objectContaining({
        carrier: harness.carrier.code,
        accountId: 1,
        reference,
        trackingNumber: label.trackingNumber,
        chargedCents: price,
        status: 'purchased',
      }),
    ]);
  }),

  always('its list of sales can be limited to one account', async (harness) => {
    await harness.carrier.buy(harness.purchase());
    await harness.carrier.buy(harness.purchase({ accountId: 2, reference: 'pur_1002_1_a2_5eed' }));
    const references = async (accountId: number) =>
      (await journal(harness, accountId)).map(({ reference }) => reference).sort();
    expect(await references(2)).toEqual(['pur_1002_1_a2_5eed']);
    expect(await references(0)).toEqual(['pur_1001_1_a1_5eed', 'pur_1002_1_a2_5eed']);
    expect(await references(3)).toEqual([]);
  }),

  always('its list of sales shows a void', async (harness) => {
    const label = await harness.carrier.buy(harness.purchase());
    await harness.carrier.void(labelOf(label));
    expect((await journal(harness, 1))[0]?.status).toMatch(/void/);
  }),

  when('several pages', 'its list of sales misses nothing between two pages', async (harness) => {
    await arranged(harness, 'several pages', harness.purchase());
    const references = Array.from({ length: 7 }, (_, n) => `pur_${1001 + n}_1_a1_5eed`);
    for (const reference of references) await harness.carrier.buy(harness.purchase({ reference }));
    const told = (await journal(harness, 0, 2)).map(({ reference }) => reference);
    expect([...told].sort()).toEqual(references);
  }),

  when('sold half a year ago', 'its list of sales has sales of any age', async (harness) => {
    const { reference } = await harness.carrier.buy(harness.purchase());
    await arranged(harness, 'sold half a year ago', harness.purchase());
    expect(await journal(harness, 0)).toMatchObject([{ reference }]);
  }),

  when('label bought by hand', 'its list of sales leaves out labels that others bought', async (harness) => {
    await arranged(harness, 'label bought by hand', harness.purchase());
    await harness.carrier.buy(harness.purchase());
    expect(await journal(harness, 0)).toHaveLength(1);
  }),

  when(
    'events',
    'an event about a scan names the label, with the current and the previous secret',
    async (harness) => {
      const about = { kind: 'label', trackingNumber: '9400100000000000000001' };
      const { aboutScan, other } = eventsOf(harness);
      expect(await read(harness, aboutScan(about.trackingNumber))).toEqual(about);
      expect(await read(harness, aboutScan(about.trackingNumber, 'the one before'))).toEqual(about);
      expect(await read(harness, other)).toEqual({ kind: 'other' });
    },
  ),

  when(
    'refund events',
    'an event about a refund names the label, and the void is then read from the seller',
    async (harness) => {
      const about = { kind: 'label', trackingNumber: '9400100000000000000001' };
      const refunded = eventsOf(harness).aboutRefund?.(about.trackingNumber);
      expect(refunded && (await read(harness, refunded))).toEqual(about);
    },
  ),

  when('events', 'an event with another secret or changed bytes is refused', async (harness) => {
    const { aboutScan } = eventsOf(harness);
    const hook = aboutScan('9400100000000000000001');
    const changed = Buffer.from(Buffer.from(hook.body).toString().replace('9400', '9401'));
    for (const bad of [
      aboutScan('9400100000000000000001', 'another'),
      { ...hook, body: changed },
      { ...hook, headers: {} },
    ])
      expect(await failure(read(harness, bad))).toMatchObject({ code: 'unauthenticated' });
  }),

  when('events', 'a signed body that is no event is refused as invalid', async (harness) => {
    const error = await failure(read(harness, eventsOf(harness).garbage));
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'invalid_argument' });
  }),

  when(
    'adjusted postage',
    'a later adjustment of postage is returned with its label, equal at each read',
    async (harness) => {
      const { request, later } = await arranged(harness, 'adjusted postage', harness.purchase());
      await harness.carrier.buy(request);
      later();
      const told = await harness.seller.adjustments?.read();
      expect(told?.adjustments).toEqual([
        expect.objectContaining({
          ...labelOf(request),
          id: expect.stringMatching(/^[\w-]+$/),
          cents: expect.any(Number),
        }),
      ]);
      expect(told?.adjustments[0]?.cents).not.toBe(0);
      const again = await harness.seller.adjustments?.read();
      expect(again?.adjustments.map(({ id, cents }) => [id, cents])).toEqual(
        told?.adjustments.map(({ id, cents }) => [id, cents]),
      );
    },
  ),

  when(
    'adjusted postage of others',
    'an adjustment of an unknown label belongs to no account',
    async (harness) => {
      await arranged(harness, 'adjusted postage of others', harness.purchase());
      const told = await harness.seller.adjustments?.read();
      expect(told).toMatchObject({ adjustments: [], unattributed: [expect.any(String)] });
    },
  ),

  ...(['address check lost', 'address check refused'] as const).map((situation) =>
    when(situation, `${situation}: the bundled ZIP data checks the address`, async (harness) => {
      await arranged(harness, situation, harness.purchase());
      const expected = checkAddress(anAddress(), { carrierSilent: true });
      expect(await harness.seller.verify?.(anAddress())).toEqual(expected);
    }),
  ),

  always('a pickup is booked once, for its own labels', async (harness) => {
    const booking = await bookingOf(harness);
    const first = await harness.carrier.bookPickup(booking);
    expect(first.confirmationNumber).not.toBe('');
    expect(await harness.carrier.bookPickup(booking)).toEqual(first);
    expect(await (await harness.another()).bookPickup(booking)).toEqual(first);
    expect(await harness.bookedCount()).toBe(1);
  }),

  always('a pickup is possible only on a working day', async (harness) => {
    const quote = (date: string) => harness.carrier.quotePickup({ accountId: 1, date, references: [] });
    expect(await quote('2026-03-03')).toMatchObject({ available: true });
    const sunday = await quote('2026-03-08');
    expect(sunday).toMatchObject({ available: false, reason: expect.stringMatching(/\w+ \w+/) });
  }),

  when('pickup at a price', 'a pickup that costs money is not booked', async (harness) => {
    const booking = await bookingOf(harness);
    await arranged(harness, 'pickup at a price', harness.purchase());
    await expectNotBooked(harness, harness.carrier, booking);
  }),

  when(
    'carrier that charges for pickups',
    'a carrier that charges for pickups offers no day, and no pickup is booked',
    async (harness) => {
      await arranged(harness, 'carrier that charges for pickups', harness.purchase());
      const charging = harness.seller.carriers.filter(({ code }) =>
        Object.values(KNOWN_CARRIERS).some((known) => known.code === code && known.chargesForPickup),
      );
      expect(charging).not.toEqual([]);
      for (const [index, carrier] of charging.entries()) {
        const quote = await carrier.quotePickup({ accountId: 1, date: '2026-03-03', references: [] });
        expect(quote).toMatchObject({ available: false, reason: expect.stringMatching(/charge/) });
        const [rate] = (await carrier.rate(harness.purchase())).rates;
        const { serviceLevel, amount: price } = rate as CarrierRate;
        const reference = `pur_${4000 + index}_1_a1_5eed`;
        const label = await carrier.buy(harness.purchase({ serviceLevel, price, reference }));
        await expectNotBooked(harness, carrier, { ...(await bookingOf(harness)), labels: [label.reference] });
      }
    },
  ),

  when('pickup canceled', 'a pickup can be canceled repeatedly', async (harness) => {
    const booking = await bookingOf(harness);
    const { confirmationNumber } = await harness.carrier.bookPickup(booking);
    const pickup = { accountId: 1, reference: booking.reference, confirmationNumber };
    await harness.carrier.cancelPickup(pickup);
    await harness.carrier.cancelPickup(pickup);
  }),
];

async function expectNotBooked(harness: SellerHarness, carrier: Carrier, booking: PickupBookingRequest) {
  const refused = await failure(carrier.bookPickup(booking));
  expect(refused).toBeInstanceOf(CarrierRefused);
  expect((refused as Error).message).toMatch(/\w+ \w+/);
  expect(await harness.bookedCount()).toBe(0);
}

async function journal({ seller }: SellerHarness, accountId: number, limit = 1_000) {
  const all: SellerJournalEntry[] = [];
  for (let after = ''; ; ) {
    const { entries, next } = await seller.journal.list({ accountId, after, limit });
    all.push(...entries);
    if (!next) return all;
    after = next;
  }
}

const eventsOf = ({ events }: SellerHarness) => events as NonNullable<SellerHarness['events']>;

const read = async ({ seller }: SellerHarness, hook: Parameters<NonNullable<typeof seller.readHook>>[0]) =>
  seller.readHook?.(hook);

async function bookingOf(harness: SellerHarness) {
  const request = harness.purchase();
  await harness.carrier.buy(request);
  return {
    accountId: 1,
    reference: 'pick_1',
    date: '2026-03-03',
    location: 'Front Door',
    instructions: '',
    packageCount: 1,
    from: request.from,
    labels: [request.reference],
  };
}
