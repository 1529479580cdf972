import { CarrierNoAnswer, CarrierRefused } from '../carrier-errors';
import type { Carrier, PickupBookingRequest } from '../carrier-port';
import { labelsToCollect } from '../labels-to-collect';
import { freePickupQuote, requireFreePickup } from '../pickup-quote';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import { alone, mayStillBeSold } from '../settled-sale';
import type { ShippoCarrier } from './shippo-carriers';
import { unlessOpen } from './shippo-error';
import type { ShippoDependencies, TransactionFinder } from './shippo-labels';
import type { Parameters, ShippoPickup, ShippoRate } from './shippo-shapes';
import { shippoAddress } from './to-shippo';

type ShippoPickups = Pick<Carrier, 'quotePickup' | 'bookPickup' | 'cancelPickup'>;

interface Labels {
  readonly mustFind: TransactionFinder;
  readonly rateOf: (label: { accountId: number; reference: string }) => Promise<ShippoRate>;
}

/** Shippo's messages about a label that already has a pickup, and about a second pickup on the same day. */
const ALREADY_BOOKED = /already (has a pickup scheduled|requested a USPS pickup)/i;
/** Stored in place of the confirmation number when the answer with the number was lost. */
const NOT_KNOWN = '';

/**
 * Books pickups of USPS, which are free. Shippo can neither show nor cancel a booked pickup. So its confirmation number
 * is stored here, and only the carrier can cancel the pickup.
 */
export function createShippoPickups(
  carrier: ShippoCarrier,
  { api, book, clock, logger }: ShippoDependencies,
  { mustFind, rateOf }: Labels,
): ShippoPickups {
  const { code, name, pickup } = carrier;
  const { window } = pickup;
  const refusing = sellerRefusals('Shippo', carrier, logger);
  type Booking = Pick<PickupBookingRequest, 'accountId' | 'reference'>;
  const keyOf = ({ accountId, reference }: Booking) => ({ accountId, kind: 'pickup', reference });

  /**
   * Sends one request at a time. If no answer comes, the next request is sent after 90 seconds, when Shippo has stopped
   * working on the first request. If Shippo then answers that this label or day already has a pickup, the first request
   * has booked it.
   */
  const reserve = async (request: PickupBookingRequest): Promise<string> => {
    requireFreePickup(carrier);
    const { reference, date } = request;
    const key = { ...keyOf(request), kind: 'pickup_request' };
    const numberKey = { ...key, kind: 'pickup_number' };
    // The reference book stores an id for each request. Shippo has no id for a pickup request, so the day of the pickup
    // is stored.
    const earlier = await book.remember(key, date);
    if (mayStillBeSold(earlier, clock.now())) throw new CarrierNoAnswer(name);
    const pickup = await toPickup(request);
    const now = clock.now();
    if (!(await book.asked(key, now, alone(now)))) throw new CarrierNoAnswer(name);
    try {
      const created = await api.createPickup(pickup);
      const { status, confirmation_code } = created;
      if (status === 'PENDING' && confirmation_code) await book.remember(numberKey, confirmation_code);
      return confirmation(created);
    } catch (error) {
      if (!(error instanceof SellerError)) throw error;
      if (earlier.open > 0 && ALREADY_BOOKED.test(error.message)) {
        const told = await book.find(numberKey);
        if (told?.id !== undefined) return told.id;
        logger.warn({ carrier: code, reference }, 'a pickup is booked without a known confirmation number');
        return NOT_KNOWN;
      }
      await book.unsold(key);
      throw error;
    }
  };

  const toPickup = async (request: PickupBookingRequest): Promise<Parameters> => {
    const { accountId, labels } = request;
    const transactions = await labelsToCollect(carrier, labels, (reference) =>
      mustFind({ accountId, reference }),
    );
    const [reference = ''] = labels;
    const { carrier_account } = await rateOf({ accountId, reference });
    return {
      carrier_account: carrier_account ?? '',
      location: location(request),
      transactions: transactions.map(({ object_id }) => object_id),
      ...times(request.date),
      metadata: request.reference,
    };
  };

  /**
   * Returns the confirmation number of a booked pickup. If the status is `PENDING`, the carrier may still refuse the
   * pickup, so this counts as no answer.
   */
  const confirmation = ({ status, confirmation_code, messages }: ShippoPickup): string => {
    const words = (messages ?? []).join(' ');
    if (status === 'ERROR' || status === 'CANCELLED')
      throw unlessOpen('pickup_error', words || `${name} did not accept the pickup.`);
    if (status !== 'CONFIRMED' || !confirmation_code)
      throw new CarrierNoAnswer(name, new Error(words || `The pickup is ${status}.`));
    return confirmation_code;
  };

  return {
    quotePickup: async ({ date }) => freePickupQuote(carrier, date),

    bookPickup: refusing(async (request) => {
      const recorded = (await book.find(keyOf(request)))?.id;
      if (recorded !== undefined) return { confirmationNumber: recorded, window };
      const { id } = await book.remember(keyOf(request), await reserve(request));
      return { confirmationNumber: id ?? '', window };
    }),

    cancelPickup: async ({ confirmationNumber }) => {
      const way =
        confirmationNumber === NOT_KNOWN
          ? `, and its confirmation number is not known: ask ${name} for it.`
          : `: tell it the confirmation number ${confirmationNumber}.`;
      throw new CarrierRefused(code, 'pickup_not_cancelable', `${name} alone cancels this pickup${way}`);
    },
  };
}

/**
 * The pickup is for the whole day. These times are on that day in every US time zone, even if the carrier reads them as
 * local times.
 */
const times = (date: string): Parameters => ({
  requested_start_time: `${date}T17:00:00Z`,
  requested_end_time: `${date}T22:00:00Z`,
});

/** Shippo's names for the places where parcels wait. Shippo accepts only this spelling. */
const PLACES = [
  'Back Door',
  'Front Door',
  'In/At Mailbox',
  'Knock on Door',
  'Mail Room',
  'Office',
  'Reception',
  'Ring Bell',
  'Side Door',
] as const;

function location({ from, location: place, instructions }: PickupBookingRequest): Parameters {
  const known = PLACES.find((one) => one.toLowerCase() === place.trim().toLowerCase());
  const words = [...(known ? [] : [place]), instructions].map((text) => text.trim()).filter(Boolean);
  return {
    address: shippoAddress(from),
    building_location_type: known ?? 'Other',
    // With the place `Other`, Shippo needs instructions.
    ...(words.length > 0 && { instructions: words.join('. ') }),
  };
}
