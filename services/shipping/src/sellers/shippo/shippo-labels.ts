import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierNoAnswer, CarrierRefused, certainly } from '../carrier-errors';
import { CarrierMismatch } from '../carrier-mismatch';
import type { BoughtLabel, BuyRequest, Carrier, LabelReference } from '../carrier-port';
import { carrierDocument } from '../file-kind';
import type { Reference, ReferenceBook } from '../reference-book';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import { alone, givenUp, mayStillBeSold, NEVER_ASKED, refuseIfLate, requireRate } from '../settled-sale';
import { boughtLabel, documentUrl, isInProgress, isSold, labelStatus, postage, rateFor } from './from-shippo';
import type { ShippoApi } from './shippo-api';
import type { ShippoCarrier } from './shippo-carriers';
import { saleFailure } from './shippo-error';
import type { ShippoRate, ShippoRefund, ShippoTransaction } from './shippo-shapes';
import { soldRate, soldShipment } from './to-shippo';

export interface ShippoDependencies {
  readonly api: ShippoApi;
  readonly book: ReferenceBook;
  readonly clock: Clock;
  readonly logger: Logger;
}

type ShippoLabels = Pick<Carrier, 'buy' | 'findByReference' | 'close' | 'insure' | 'void' | 'document'>;

/**
 * Finds the sale of a label. @throws CarrierRefused when Shippo sold no label under the reference, CarrierMismatch when
 * that label has another tracking number
 */
export type TransactionFinder = (label: LabelReference) => Promise<ShippoTransaction>;

type LabelKey = Pick<LabelReference, 'accountId' | 'reference'>;

/**
 * Buys one label for each reference. Each time Shippo is asked to sell a rate, it sells a new label. So each reference
 * has one rate, and only one request for it runs at a time. A second request is sent only when the first can no longer
 * end in a sale, and when no label was bought.
 */
export function createShippoLabels(
  carrier: ShippoCarrier,
  { api, book, clock, logger }: ShippoDependencies,
): ShippoLabels & { mustFind: TransactionFinder; rateOf: (label: LabelKey) => Promise<ShippoRate> } {
  const { code, name } = carrier;
  const refusing = sellerRefusals('Shippo', carrier, logger);
  const saleKey = ({ accountId, reference }: LabelKey) => ({ accountId, kind: 'sale', reference });
  const transactionKey = (label: LabelKey) => ({ ...saleKey(label), kind: 'transaction' });

  /**
   * Returns an object that Shippo has created for us. If Shippo does not know the object, somebody has changed the API
   * key.
   */
  const known = async <Found>(
    what: string,
    id: string,
    found: Promise<Found | undefined>,
  ): Promise<Found> => {
    const object = await found;
    if (object) return object;
    logger.error({ carrier: code, id }, `Shippo does not know a ${what} that it made for us`);
    throw new CarrierNoAnswer(name);
  };

  /** Returns the sale (Shippo's transaction) of the label. Undefined when no label was bought. */
  const find = async (label: LabelKey, { id, open }: Reference): Promise<ShippoTransaction | undefined> => {
    const recorded = (await book.find(transactionKey(label)))?.id;
    if (recorded) return known('transaction', recorded, api.findTransaction(recorded));
    // If all requests have ended without a sale, the list of sales is not read, because Shippo allows few list calls.
    if (id === undefined || open === 0) return undefined;
    const { results } = await api.listTransactions(
      `rate=${encodeURIComponent(readSale(id).rateId)}&results=25`,
    );
    const all = (results ?? []).filter(({ status }) => status !== 'ERROR');
    if (all.some(isInProgress)) throw new CarrierNoAnswer(name);
    if (all.length > 1)
      logger.error({ carrier: code, reference: label.reference }, 'Shippo sold a label twice');
    // The list is newest first, so the last row is the first sale.
    const sold = all.at(-1);
    if (sold) await book.remember(transactionKey(label), sold.object_id);
    return sold;
  };

  const rateOf = async (label: LabelKey): Promise<ShippoRate> => (await objectsOf(label)).rate;

  const objectsOf = async (label: LabelKey) => {
    const { shipmentId, rateId } = readSale((await book.find(saleKey(label)))?.id ?? '');
    const shipment = await known('shipment', shipmentId, api.findShipment(shipmentId));
    const rate = shipment.rates?.find(({ object_id }) => object_id === rateId);
    return { shipment, rate: rate ?? (await known('rate', rateId, api.findRate(rateId))) };
  };

  const toLabel = async (label: LabelReference, transaction: ShippoTransaction): Promise<BoughtLabel> =>
    boughtLabel(carrier, label, { transaction, ...(await objectsOf(label)) });

  const mustFind: TransactionFinder = async (label) => {
    const transaction = await find(label, (await book.find(saleKey(label))) ?? NEVER_ASKED);
    if (!transaction) throw new CarrierRefused(code, 'not_found', `${name} has no such label.`);
    const { trackingNumber = transaction.tracking_number } = label;
    if (transaction.tracking_number !== trackingNumber) throw new CarrierMismatch(code, ['tracking']);
    return transaction;
  };

  /** Returns the rate of this reference. Creates and stores it if there is none. */
  const begin = async (request: BuyRequest): Promise<Reference & { id: string }> => {
    const key = saleKey(request);
    const entry = await book.find(key);
    if (entry?.id !== undefined) return { ...entry, id: entry.id };
    const shipment = await api.createShipment(soldShipment(carrier, request));
    const offered = rateFor(carrier, shipment, request.serviceLevel);
    const rate = requireRate(carrier, request, offered, postage);
    const { id, ...rest } = await book.remember(key, writeSale(shipment.object_id, rate.object_id));
    if (id === undefined) throw givenUp(carrier);
    return { ...rest, id };
  };

  const pay = async (request: BuyRequest, rateId: string, begun: Date): Promise<ShippoTransaction> => {
    const key = saleKey(request);
    const now = clock.now();
    refuseIfLate(carrier, begun, now);
    if (!(await book.asked(key, now, alone(now)))) throw await errorWhenNotAsked(key);
    try {
      // Checks the time again, because the write to the database may have been slow.
      refuseIfLate(carrier, begun, clock.now());
      return await sell(request, rateId);
    } catch (error) {
      if (error instanceof SellerError) {
        const current = await boughtByEarlierRequest(request);
        if (current) return current;
      }
      if (error instanceof SellerError || error instanceof CarrierRefused) await book.unsold(key);
      throw error;
    }
  };

  const sell = async ({ reference }: BuyRequest, rateId: string): Promise<ShippoTransaction> => {
    const transaction = await api.createTransaction(soldRate(rateId, reference));
    if (isSold(transaction)) return transaction;
    if (isInProgress(transaction)) throw new CarrierNoAnswer(name);
    throw saleFailure(transaction.messages ?? []);
  };

  /** Returns why the seller was not asked: another request is running, or the reference is closed. */
  const errorWhenNotAsked = async (key: ReturnType<typeof saleKey>): Promise<Error> => {
    const entry = await book.find(key);
    return entry && mayStillBeSold(entry, clock.now()) ? new CarrierNoAnswer(name) : givenUp(carrier);
  };

  /**
   * Called after a refusal. If an earlier request has bought the label after all, returns this sale. If the refused
   * request is the only one that was sent, no label was bought.
   */
  const boughtByEarlierRequest = async (request: BuyRequest): Promise<ShippoTransaction | undefined> => {
    const entry = await certainly(name, book.find(saleKey(request)));
    return entry && entry.open > 1 ? certainly(name, find(request, entry)) : undefined;
  };

  /** Returns the label that was sold for a reference, if any. Throws while a sale may still be running. */
  const sold = async (label: LabelKey, entry: Reference): Promise<BoughtLabel | undefined> => {
    const transaction = await find(label, entry);
    if (transaction) return toLabel(label, transaction);
    // Shippo waits longer for the carrier than we wait for Shippo.
    if (mayStillBeSold(entry, clock.now())) throw new CarrierNoAnswer(name);
    return undefined;
  };

  /**
   * Asks for the refund. If an earlier request for the refund was accepted, Shippo may refuse this one or return an
   * error. If the label's status shows that there is a refund, the refusal or error is ignored.
   */
  const refund = async ({ object_id: id }: ShippoTransaction): Promise<ShippoRefund> => {
    const answered = await api.createRefund(id).catch((error: unknown) => {
      if (error instanceof SellerError && error.concerns === 'caller') return error;
      throw error;
    });
    if (!(answered instanceof SellerError) && answered.status !== 'ERROR') return answered;
    const current = await certainly(name, api.findTransaction(id));
    const status = current && REFUND_OF[labelStatus(current)];
    if (status) return { status };
    if (answered instanceof SellerError) throw answered;
    return answered;
  };

  return {
    mustFind,
    rateOf,

    buy: refusing(async (request) => {
      const begun = clock.now();
      const entry = await begin(request);
      const earlier = await certainly(name, find(request, entry));
      const transaction = earlier ?? (await pay(request, readSale(entry.id).rateId, begun));
      // The label is bought, so an error from here on must not count as a refusal.
      await book.remember(transactionKey(request), transaction.object_id);
      return await certainly(name, toLabel(request, transaction));
    }),

    findByReference: async (accountId, reference) => {
      const label = { accountId, reference };
      return sold(label, (await book.find(saleKey(label))) ?? NEVER_ASKED);
    },

    close: async (label) => {
      const entry = await book.close(saleKey(label), clock.now());
      return sold(label, entry);
    },

    // Shippo insures a label only when it is bought.
    insure: async (label, value) => (await toLabel(label, await mustFind(label))).insuredValue >= value,

    void: refusing(async (label) => {
      const transaction = await mustFind(label);
      if (transaction.status === 'REFUNDREJECTED')
        throw new CarrierRefused(code, 'refund_rejected', `${name} rejected the refund of this label.`);
      const done = REFUND_OF[labelStatus(transaction)];
      const { status } = done ? { status: done } : await refund(transaction);
      if (status === 'SUCCESS') return { status: 'accepted' };
      if (status === 'QUEUED' || status === 'PENDING') return { status: 'pending' };
      if (status === 'ERROR')
        throw new CarrierRefused(code, 'refund_error', `${name} did not accept the void.`);
      throw new CarrierNoAnswer(name);
    }),

    document: async (label, kind) => {
      const transaction = await mustFind(label);
      const url = documentUrl(transaction, kind);
      return url
        ? carrierDocument('Shippo', await api.download(url), `${kind}-${transaction.tracking_number}`)
        : undefined;
    },
  };
}

/** The status of a refund at Shippo, by the label's status. Undefined when there is no refund yet. */
const REFUND_OF: Readonly<Record<BoughtLabel['status'], string | undefined>> = {
  purchased: undefined,
  void_pending: 'PENDING',
  voided: 'SUCCESS',
};

/** Returns what is stored for a reference: the shipment and its rate. */
const writeSale = (shipmentId: string, rateId: string): string => `${shipmentId}:${rateId}`;

function readSale(id: string): { readonly shipmentId: string; readonly rateId: string } {
  const [shipmentId = '', rateId = ''] = id.split(':');
  return { shipmentId, rateId };
}
