import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { austin } from '../../address/an-address';
import { type Mishap, TOO_LONG } from './start-shippo-double';
import {
  carrier,
  clock,
  connect,
  double,
  failure,
  label,
  purchase,
  ROOM_PAUSES_MS,
  useShippo,
  usps,
} from './use-shippo';

useShippo();

const BOOK = /^POST \/pickups$/;
const BOOKING = {
  accountId: 1,
  reference: 'pick_1',
  date: '2026-03-03',
  location: 'front door',
  instructions: 'Ring twice',
  packageCount: 1,
  from: austin,
  labels: [label.reference],
};

describe('a pickup through Shippo', () => {
  it('contains the labels, the account of their rate and the day', async () => {
    const { trackingNumber } = await usps.buy(purchase());
    expect(await usps.bookPickup(BOOKING)).toMatchObject({
      confirmationNumber: expect.stringMatching(/^WTC\d+$/),
    });
    const [sold] = double.sold();
    expect(sold).toMatchObject({ tracking_number: trackingNumber });
    expect(double.callsOf(BOOK)[0]?.body).toMatchObject({
      transactions: [sold?.object_id],
      carrier_account: '078870331023437cb917f5187429b093',
      requested_start_time: '2026-03-03T17:00:00Z',
      location: {
        building_location_type: 'Front Door',
        instructions: 'Ring twice',
        address: { zip: '78701' },
      },
    });
  });

  it('with an unknown location has the location Other, with our text', async () => {
    await usps.buy(purchase());
    await usps.bookPickup({ ...BOOKING, location: 'Behind the barn' });
    expect(double.callsOf(BOOK)[0]?.body.location).toMatchObject({
      building_location_type: 'Other',
      instructions: 'Behind the barn. Ring twice',
    });
  });

  it('that the carrier refuses has its message, and one that waits has an unknown outcome', async () => {
    await usps.buy(purchase());
    double.settings.pickup = { status: 'ERROR', messages: ['Pickup already scheduled for this address.'] };
    expect(await failure(usps.bookPickup(BOOKING))).toMatchObject({
      name: 'CarrierRefused',
      message: 'Pickup already scheduled for this address.',
    });
    double.settings.pickup = { status: 'PENDING', messages: [] };
    expect(await failure(usps.bookPickup(BOOKING))).toMatchObject({ name: 'CarrierNoAnswer' });
  });

  it("that is refused for all its labels has Shippo's message", async () => {
    await usps.buy(purchase());
    const message =
      'A USPS pickup requires at least one transaction of the following service: Priority Mail.';
    double.mishap(BOOK, { status: 400, json: { messages: [message] } });
    expect(await failure(usps.bookPickup(BOOKING))).toMatchObject({ name: 'CarrierRefused', message });
  });

  it('is canceled only by the carrier, and is not booked for UPS and FedEx', async () => {
    const pickup = { accountId: 1, reference: 'pick_1', confirmationNumber: 'WTC12345' };
    expect(await failure(usps.cancelPickup(pickup))).toMatchObject({
      name: 'CarrierRefused',
      message: 'USPS alone cancels this pickup: tell it the confirmation number WTC12345.',
    });
    const quote = { accountId: 1, date: '2026-03-03', references: [] };
    expect(await carrier('ups').quotePickup(quote)).toMatchObject({
      available: false,
      reason: 'UPS charges for a pickup, and only free ones are booked.',
    });
  });
});

describe('a pickup through Shippo whose outcome is unknown', () => {
  const book = (one = usps) => one.bookPickup(BOOKING);
  beforeEach(() => usps.buy(purchase()));

  it.each<[string, Mishap | undefined]>([
    ['names the label', undefined],
    [
      'names the day',
      {
        status: 400,
        json: {
          messages: [
            'You have already requested a USPS pickup for today. Please leave any additional USPS packages at your designated pickup location and the carrier will collect them along with your already-scheduled package.',
          ],
        },
      },
    ],
  ])('is booked once when the refusal of a second one %s', async (_what, refusal) => {
    double.mishap(BOOK, 'lost after');
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    if (refusal) double.mishap(BOOK, refusal);
    const booked = await book();
    expect(booked).toMatchObject({ confirmationNumber: '', window: { start: '09:00' } });
    expect(await book(carrier('usps', await connect()))).toEqual(booked);
    expect(double.pickups.size).toBe(1);
    expect(double.callsOf(BOOK)).toHaveLength(2);
    expect(await failure(usps.cancelPickup({ ...BOOKING, confirmationNumber: '' }))).toMatchObject({
      name: 'CarrierRefused',
      message: 'USPS alone cancels this pickup, and its confirmation number is not known: ask USPS for it.',
    });
  });

  it('is booked with the number of a PENDING answer only after Shippo refuses a second pickup', async () => {
    double.settings.pickup = { status: 'PENDING', confirmation_code: 'WTC77', messages: [] };
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    expect(await book()).toMatchObject({ confirmationNumber: 'WTC77' });
    expect(double.pickups.size).toBe(1);
  });

  it('is not requested again while Shippo may still book it', async () => {
    double.mishap(BOOK, 'lost after');
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(89_999);
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(book(carrier('usps', await connect())))).toBeInstanceOf(CarrierNoAnswer);
    expect(double.callsOf(BOOK)).toHaveLength(1);
  });

  it('is booked by the second request when the first one did not arrive', async () => {
    double.mishap(BOOK, 'lost before');
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    expect(await book()).toMatchObject({ confirmationNumber: expect.stringMatching(/^WTC\d+$/) });
    expect(double.pickups.size).toBe(1);
  });

  it.each<[string, () => void]>([
    ['as an error', () => double.mishap(BOOK, { status: 400, json: { messages: [TOO_LONG] } })],
    [
      'on the pickup',
      () => Object.assign(double.settings, { pickup: { status: 'ERROR', messages: [TOO_LONG] } }),
    ],
  ])('is asked for again later when Shippo says %s that USPS takes too long', async (_where, mishap) => {
    mishap();
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    double.settings.pickup = { status: 'CONFIRMED', messages: [] };
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    expect(double.callsOf(BOOK)).toHaveLength(1);
    clock.advance(90_000);
    expect(await book()).toMatchObject({ confirmationNumber: expect.stringMatching(/^WTC\d+$/) });
  });

  it('is refused when the second request is refused for another reason', async () => {
    double.mishap(BOOK, 'lost before');
    expect(await failure(book())).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    double.mishap(BOOK, { status: 400, json: { address: ['This field is required.'] } });
    expect(await failure(book())).toMatchObject({
      name: 'CarrierRefused',
      message: 'address: This field is required.',
    });
  });
});

describe('a label that is in another pickup at Shippo', () => {
  it('is not added to this pickup, also after a rate-limited request', async () => {
    await usps.buy(purchase());
    await usps.bookPickup({ ...BOOKING, reference: 'pick_0' });
    for (let tries = 0; tries <= ROOM_PAUSES_MS.length; tries += 1)
      double.mishap(BOOK, { status: 429, json: { detail: 'Request was throttled.' } });
    expect(await failure(usps.bookPickup(BOOKING))).toMatchObject({ name: 'CarrierUnavailable' });
    expect(await failure(usps.bookPickup(BOOKING))).toMatchObject({
      name: 'CarrierRefused',
      message: expect.stringMatching(/^transactions: Transaction \w+ already has a pickup scheduled\.$/),
    });
  });
});
