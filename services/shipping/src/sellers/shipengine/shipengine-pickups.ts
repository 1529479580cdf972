import { CarrierNoAnswer, CarrierRefused, certainly } from '../carrier-errors';
import type { Carrier, PickupBookingRequest } from '../carrier-port';
import { labelsToCollect } from '../labels-to-collect';
import { freePickupQuote, requireFreePickup } from '../pickup-quote';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import type { ShipengineCarrier } from './shipengine-carriers';
import type { LabelFinder, ShipengineDependencies } from './shipengine-labels';
import type { Parameters, ShipenginePickup } from './shipengine-shapes';

type Pickups = Pick<Carrier, 'quotePickup' | 'bookPickup' | 'cancelPickup'>;
type Booking = Pick<PickupBookingRequest, 'accountId' | 'reference'>;

const keyOf = ({ accountId, reference }: Booking) => ({ accountId, kind: 'pickup', reference });
/** Under this key, the reference book stores the time of the first request instead of an id. */
const requestKeyOf = (booking: Booking) => ({ ...keyOf(booking), kind: 'pickup_request' });
const DAY_MS = 86_400_000;
/** Every pickup is booked less than this many days before its date. */
const LONGEST_AHEAD_DAYS = 92;

/**
 * Books pickups. ShipEngine does not store our reference with a pickup. So a pickup that was booked but not stored by
 * us is found by its labels.
 */
export function createShipenginePickups(
  carrier: ShipengineCarrier,
  { api, book, clock, logger }: Pick<ShipengineDependencies, 'api' | 'book' | 'clock' | 'logger'>,
  mustFind: LabelFinder,
): Pickups {
  const { code, name, pickup } = carrier;
  const { window } = pickup;
  const refusing = sellerRefusals('ShipEngine', carrier, logger);

  const labelIds = ({ accountId, labels }: PickupBookingRequest): Promise<string[]> =>
    labelsToCollect(
      carrier,
      labels,
      async (reference) => (await mustFind({ accountId, reference })).label_id,
    );

  const bookedFrom = async (at: Date, days: number): Promise<ShipenginePickup[]> => {
    const created_at_start = new Date(at.getTime() - days * DAY_MS).toISOString();
    const all: ShipenginePickup[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await api.listPickups({ created_at_start, page: String(page), page_size: '100' });
      all.push(...answer.pickups);
      pages = answer.pages;
    }
    return all;
  };

  const schedule = async (request: PickupBookingRequest): Promise<string> => {
    requireFreePickup(carrier);
    const labels = await labelIds(request);
    const isSame = ({ label_ids, cancelled_at, pickup_window }: ShipenginePickup) =>
      !cancelled_at &&
      pickup_window?.start_at.startsWith(request.date) &&
      labels.every((id) => label_ids?.includes(id));
    const { id: firstAsked = '' } = await book.remember(requestKeyOf(request), clock.now().toISOString());
    // The list begins a day before the first request, because ShipEngine's clock may differ from ours.
    const find = async () => (await bookedFrom(new Date(firstAsked), 1)).find(isSame);
    const ask = (): Promise<ShipenginePickup> => api.schedulePickup(pickupRequest(carrier, request, labels));
    const booked = (await find()) ?? (await ask().catch((error: unknown) => unlessDone(error, find)));
    return `${booked.pickup_id} ${booked.confirmation_number ?? booked.pickup_id}`;
  };

  /**
   * After a refusal, looks for the result of an earlier call and returns it. @throws the refusal when no earlier call
   * has succeeded
   */
  const unlessDone = async <T>(error: unknown, look: (refusal: SellerError) => Promise<T>) => {
    if (!(error instanceof SellerError) || error.concerns === 'operator') throw error;
    const done = await certainly(name, look(error));
    if (!done) throw error;
    return done;
  };

  const isCanceled = async (id: string, { status }: SellerError): Promise<boolean> => {
    const booked = await bookedFrom(clock.now(), LONGEST_AHEAD_DAYS);
    const pickup = booked.find(({ pickup_id }) => pickup_id === id);
    if (pickup || status !== 404) return Boolean(pickup?.cancelled_at);
    // ShipEngine lists canceled pickups, too. If this pickup is missing from the list, somebody has changed the API
    // key, and the pickup is still booked.
    logger.error({ carrier: code, pickupId: id }, 'ShipEngine does not know a pickup that it made for us');
    throw new CarrierNoAnswer(name);
  };

  const confirmed = (id: string) => ({ confirmationNumber: id.slice(id.indexOf(' ') + 1), window });

  return {
    quotePickup: async ({ date }) => freePickupQuote(carrier, date),

    bookPickup: refusing(async (request) => {
      const noted = (await book.find(keyOf(request)))?.id;
      if (noted !== undefined) return confirmed(noted);
      const { id } = await book.remember(keyOf(request), await schedule(request));
      return confirmed(id ?? '');
    }),

    cancelPickup: refusing(async (booking) => {
      const noted = (await book.find(keyOf(booking)))?.id ?? '';
      const pickupId = noted.slice(0, Math.max(0, noted.indexOf(' ')));
      if (pickupId === '') throw new CarrierRefused(code, 'not_found', `${name} does not know this pickup.`);
      // ShipEngine refuses a second cancellation. If ShipEngine shows the pickup as canceled, an earlier call has
      // canceled it, so the refusal is ignored.
      await api
        .cancelPickup(pickupId)
        .catch((error: unknown) => unlessDone(error, (refusal) => isCanceled(pickupId, refusal)));
    }),
  };
}

/** Returns the request for a pickup. @throws CarrierRefused when the address has no contact, which ShipEngine needs */
function pickupRequest(
  { code }: ShipengineCarrier,
  { from, date, location, instructions }: PickupBookingRequest,
  labels: readonly string[],
): Parameters {
  if (!from.email || from.phone.replaceAll(/\D/g, '').length < 7)
    throw new CarrierRefused(
      code,
      'contact_required',
      'A pickup needs a telephone number and an e-mail address in the ship-from address.',
    );
  const notes = [location, instructions].map((text) => text.trim()).filter(Boolean);
  return {
    label_ids: labels,
    contact_details: { name: from.name || from.company, email: from.email, phone: from.phone },
    pickup_notes: notes.join('. '),
    // The pickup is for the whole day. These times are on that day in every US time zone, even if the carrier reads
    // them as local times.
    pickup_window: { start_at: `${date}T17:00:00Z`, end_at: `${date}T22:00:00Z` },
  };
}
