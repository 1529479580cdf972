import { randomBytes } from 'node:crypto';
import { CarrierNoAnswer, CarrierRefused, CarrierUnavailable, certainly } from '../carrier-errors';
import type { Carrier, PickupBookingRequest } from '../carrier-port';
import { freePickupQuote, requireFreePickup } from '../pickup-quote';
import type { ReferenceKey } from '../reference-book';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import { withTwoStreetLines } from '../two-street-lines';
import type { EasypostDependencies } from './easypost-api';
import type { EasypostDeclaration } from './easypost-declarations';
import { withoutOperatorMessages } from './easypost-error';
import type { EasypostPickup } from './easypost-shapes';
import { shipmentsToCollect } from './shipments-to-collect';

type EasypostPickups = Pick<Carrier, 'quotePickup' | 'bookPickup' | 'cancelPickup'>;

/** Books pickups, if they are free. One parcel is booked directly, several as a batch. */
export function createEasypostPickups(
  carrier: EasypostDeclaration,
  { api, book, logger }: EasypostDependencies,
): EasypostPickups {
  const { code, name, pickup } = carrier;
  const { window } = pickup;
  const refusing = sellerRefusals('EasyPost', carrier, logger);
  type Booking = Pick<PickupBookingRequest, 'accountId' | 'reference'>;
  const key = ({ accountId, reference }: Booking, kind: ReferenceKey['kind']): ReferenceKey => ({
    accountId,
    kind,
    reference,
  });

  /**
   * Returns the pickup of a booking, from our own records, where each pickup is stored before it is bought. EasyPost is
   * not searched for the reference: after a restore of a backup, the same reference can be used again, and EasyPost
   * would return the first pickup.
   */
  const find = async (booking: Booking): Promise<EasypostPickup | undefined> => {
    const id = (await book.find(key(booking, 'pickup')))?.id;
    return id === undefined ? undefined : ofBook(id);
  };

  /** Reads a pickup that we have stored. If EasyPost does not know it, somebody has changed the API key. */
  const ofBook = async (id: string): Promise<EasypostPickup> => {
    const pickedUp = await api.findPickup(id);
    if (pickedUp) return pickedUp;
    logger.error({ carrier: code, pickupId: id }, 'EasyPost does not know a pickup that it made for us');
    throw new CarrierNoAnswer(name);
  };

  /**
   * Returns the pickup after a call that books or cancels it has given it this status. If an earlier call has already
   * done this, EasyPost may refuse the call or answer with another status. So the pickup is then read again. If it
   * still has another status, throws the refusal, or `CarrierNoAnswer` when there was no refusal.
   */
  const reach = async (
    id: string,
    status: 'scheduled' | 'canceled',
    call: Promise<EasypostPickup>,
  ): Promise<EasypostPickup> => {
    const answered = await call.catch((error: unknown) => {
      if (error instanceof SellerError && error.concerns === 'caller') return error;
      throw error;
    });
    const isRefusal = answered instanceof SellerError;
    if (!isRefusal && answered.status === status) return answered;
    const current = await certainly(name, ofBook(id));
    if (current.status === status) return current;
    throw isRefusal
      ? answered
      : new CarrierNoAnswer(name, new Error(`The status of the pickup is ${current.status}.`));
  };

  /** Returns the shipment to collect, or the batch of several shipments. */
  const load = async (request: PickupBookingRequest): Promise<Record<string, unknown>> => {
    const [first, ...more] = await shipmentsToCollect(carrier, book, request);
    if (more.length === 0) return { shipment: { id: first } };
    const entry = key(request, 'batch');
    const known = (await book.find(entry))?.id;
    const batch = known
      ? await api.findBatch(known)
      : await api.createBatch([first as string, ...more], once(request.reference));
    if (batch && !known) await book.remember(entry, batch.id);
    // EasyPost makes a batch in the background. The caller repeats the booking later, when the batch is ready.
    if (!batch || batch.state === 'creating') throw new CarrierNoAnswer(name);
    return { batch: { id: batch.id } };
  };

  const begin = async (request: PickupBookingRequest): Promise<EasypostPickup> => {
    const found = await find(request);
    if (found) return found;
    requireFreePickup(carrier);
    const { date, location, instructions, reference, from } = request;
    const created = await api.createPickup({
      ...(await load(request)),
      reference: once(reference),
      address: withTwoStreetLines(from),
      is_account_address: false,
      min_datetime: `${date} ${window.start}:00`,
      max_datetime: `${date} ${window.end}:00`,
      instructions: [location, instructions].filter((text) => text !== '').join('. '),
    });
    const { id = created.id } = await book.remember(key(request, 'pickup'), created.id);
    return id === created.id ? created : ofBook(id);
  };

  const reserve = async (request: PickupBookingRequest): Promise<EasypostPickup> => {
    const begun = await begin(request);
    if (begun.status === 'scheduled') return begun;
    const free = begun.pickup_rates?.find(
      (rate) => carrier.easypostNames.includes(rate.carrier) && Number(rate.rate) === 0,
    );
    if (!free) {
      const all = begun.messages ?? [];
      const own = all.filter((message) => carrier.easypostNames.includes(message.carrier));
      const [said] = withoutOperatorMessages(carrier, own, logger);
      if (!said && own.length > 0) throw new CarrierUnavailable(name);
      throw new CarrierRefused(
        code,
        'no_free_pickup',
        said?.message ?? `${name} offers no free pickup at this address on ${request.date}.`,
      );
    }
    return reach(begun.id, 'scheduled', api.buyPickup(begun.id, free.carrier, free.service));
  };

  return {
    quotePickup: async ({ date }) => freePickupQuote(carrier, date),

    bookPickup: refusing(async (request) => {
      const { confirmation } = await reserve(request);
      return { confirmationNumber: confirmation ?? '', window };
    }),

    cancelPickup: refusing(async (booking) => {
      const found = await find(booking);
      if (!found) throw new CarrierRefused(code, 'pickup_not_found', `${name} has no such pickup.`);
      if (found.status === 'canceled') return;
      await reach(found.id, 'canceled', api.cancelPickup(found.id));
    }),
  };
}

/** Returns a reference that EasyPost has never got before. */
const once = (reference: string): string => `${reference}_${randomBytes(10).toString('hex')}`;
