import { toDollars } from '@parcelyard/money/dollars';
import { isDomestic } from '../../domain/address/postal-address';
import { CarrierNoAnswer, CarrierRefused, certainly } from '../carrier-errors';
import { CarrierMismatch } from '../carrier-mismatch';
import type { BuyRequest, Carrier, LabelReference } from '../carrier-port';
import type { Reference } from '../reference-book';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import { givenUp, mayStillBeSold, NEVER_ASKED, refuseIfLate, requireRate } from '../settled-sale';
import { type EasypostDependencies, easypostDocument } from './easypost-api';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostRate, EasypostShipment } from './easypost-shapes';
import { boughtLabel, insuredValue, isBought, price, QR_FORM, rateFor } from './from-easypost';
import { saleSources } from './rate-sources';
import { soldShipment } from './to-easypost';

type EasypostLabels = Pick<Carrier, 'buy' | 'findByReference' | 'close' | 'insure' | 'void' | 'document'>;

/**
 * Finds the shipment of a label. @throws CarrierRefused when EasyPost sold no label under the reference,
 * CarrierMismatch when that label has another tracking number
 */
export type LabelFinder = (label: LabelReference) => Promise<EasypostShipment>;

/**
 * Buys one label for each reference. The shipment of a reference is stored before it is bought, and EasyPost sells a
 * shipment only once. Before the money of a purchase is returned, its reference is closed, so that no label is bought
 * later.
 */
export function createEasypostLabels(
  carrier: EasypostDeclaration,
  { api, book, clock, logger, accounts }: EasypostDependencies,
): EasypostLabels & { mustFind: LabelFinder } {
  const { code, name } = carrier;
  const refusing = sellerRefusals('EasyPost', carrier, logger);
  const keyOf = ({ accountId, reference }: Pick<LabelReference, 'accountId' | 'reference'>) =>
    ({ accountId, kind: 'shipment', reference }) as const;

  /** Reads a shipment that we have stored. If EasyPost does not know it, somebody has changed the API key. */
  const ofBook = async (id: string): Promise<EasypostShipment> => {
    const shipment = await api.findShipment(id);
    if (shipment) return shipment;
    logger.error({ carrier: code, shipmentId: id }, 'EasyPost does not know a shipment that it made for us');
    throw new CarrierNoAnswer(name);
  };

  const find = async (label: LabelReference, entry?: Reference): Promise<EasypostShipment | undefined> =>
    entry?.id === undefined ? api.findShipment(label.reference) : ofBook(entry.id);

  const mustFind: LabelFinder = async (label) => {
    const shipment = await find(label, await book.find(keyOf(label)));
    if (!shipment || !isBought(shipment)) {
      throw new CarrierRefused(code, 'not_found', `${name} has no such label.`);
    }
    const { trackingNumber = shipment.tracking_code } = label;
    if (shipment.tracking_code !== trackingNumber) throw new CarrierMismatch(code, ['tracking']);
    return shipment;
  };

  /** Returns the shipment of this reference. Creates it if there is none. */
  const begin = async (request: BuyRequest): Promise<EasypostShipment> => {
    const entry = await book.find(keyOf(request));
    const { ids } = saleSources(accounts, request.ownAccount);
    const shipment = (await find(request, entry)) ?? (await api.createShipment(soldShipment(request, ids)));
    const { id } = await book.remember(keyOf(request), shipment.id);
    if (id === undefined) throw givenUp(carrier);
    return id === shipment.id ? shipment : ofBook(id);
  };

  const pay = async (
    { id }: EasypostShipment,
    rate: EasypostRate,
    request: BuyRequest,
    begun: Date,
  ): Promise<EasypostShipment> => {
    const key = keyOf(request);
    refuseIfLate(carrier, begun, clock.now());
    if (!(await book.asked(key, clock.now()))) throw givenUp(carrier);
    try {
      // Checks the time again, because the write to the database may have been slow.
      refuseIfLate(carrier, begun, clock.now());
      return await api.buyShipment(id, rate.id, request.insuredValue && toDollars(request.insuredValue));
    } catch (error) {
      if (error instanceof SellerError) {
        const current = await boughtDespiteRefusal(id, request, error);
        if (current) return current;
      }
      if (error instanceof SellerError || error instanceof CarrierRefused) await book.unsold(key);
      throw error;
    }
  };

  /** Called after a refusal. If an earlier request has bought the label, returns the shipment with this label. */
  const boughtDespiteRefusal = async (
    id: string,
    request: BuyRequest,
    { concerns }: SellerError,
  ): Promise<EasypostShipment | undefined> => {
    // With an invalid key, the shipment cannot be read. But if the refused request is the only one that was sent,
    // nothing was bought.
    if (concerns === 'operator' && (await book.find(keyOf(request)))?.open === 1) return undefined;
    const current = await certainly(name, ofBook(id));
    return isBought(current) ? current : undefined;
  };

  /**
   * Asks for the refund. EasyPost refuses a second request. The refusal is ignored if the shipment shows that an
   * earlier request was submitted.
   */
  const refund = async (id: string): Promise<EasypostShipment> => {
    try {
      return await api.refundShipment(id);
    } catch (error) {
      if (!(error instanceof SellerError) || error.concerns === 'operator') throw error;
      const current = await certainly(name, ofBook(id));
      if (isRefunding(current)) return current;
      throw error;
    }
  };

  /**
   * Adds the carrier's QR image, if there is one. The label is already bought, so an error here must not end the
   * purchase.
   */
  const withQr = async (shipment: EasypostShipment, request: BuyRequest): Promise<EasypostShipment> => {
    if (request.printSetting !== 'qr' || !carrier.qrLabels || !isDomestic(request.to)) return shipment;
    try {
      return await api.createForm(shipment.id, QR_FORM);
    } catch (error) {
      logger.warn({ purchaseId: request.reference, carrier: code, err: error }, 'no QR image for this label');
      return shipment;
    }
  };

  /** Returns the label that was sold for a reference, if any. Throws while a sale may still be running. */
  const sold = async (
    label: LabelReference,
    reference: Reference,
    shipment: EasypostShipment | undefined,
  ) => {
    if (shipment && isBought(shipment)) return boughtLabel(carrier, label, shipment);
    if (mayStillBeSold(reference, clock.now())) throw new CarrierNoAnswer(name);
    return undefined;
  };

  return {
    mustFind,

    buy: refusing(async (request) => {
      const begun = clock.now();
      const shipment = await begin(request);
      if (isBought(shipment)) return boughtLabel(carrier, request, shipment);
      const sources = saleSources(accounts, request.ownAccount);
      const offered = rateFor(carrier, shipment, request.serviceLevel, sources);
      const rate = requireRate(carrier, request, offered, price);
      const paid = await pay(shipment, rate, request, begun);
      return boughtLabel(carrier, request, await withQr(paid, request));
    }),

    findByReference: async (accountId, reference) => {
      const label = { accountId, reference };
      const entry = await book.find(keyOf(label));
      return sold(label, entry ?? NEVER_ASKED, await find(label, entry));
    },

    close: async (label) => {
      const entry = await book.close(keyOf(label), clock.now());
      if (entry.id === undefined || entry.open === 0) return undefined;
      return sold(label, entry, await ofBook(entry.id));
    },

    insure: async (label, value) => {
      const shipment = await mustFind(label);
      if (insuredValue(shipment) >= value) return true;
      try {
        return insuredValue(await api.insureShipment(shipment.id, toDollars(value))) >= value;
      } catch (error) {
        if (!(error instanceof SellerError)) throw error;
        const { status, code: reason, message } = error;
        // The operator can remove this cause (key, bill or limit). The error makes us look the label up again later,
        // and then the label is insured.
        const isTemporary = TEMPORARY_STATUSES.includes(status);
        // An earlier request, whose answer was lost, may have insured the label.
        if (!isTemporary && insuredValue(await certainly(name, ofBook(shipment.id))) >= value) return true;
        const what = isTemporary ? 'a label is not insured yet' : 'a label has no cover';
        logger.error({ carrier: code, status, code: reason, detail: message }, what);
        if (isTemporary) throw new CarrierNoAnswer(name, error);
        return false;
      }
    },

    void: refusing(async (label) => {
      const shipment = await mustFind(label);
      const { refund_status } = isRefunding(shipment) ? shipment : await refund(shipment.id);
      if (refund_status === 'refunded') return { status: 'accepted' };
      if (refund_status === 'submitted') return { status: 'pending' };
      if (refund_status === 'rejected')
        throw new CarrierRefused(code, 'refund_rejected', `${name} did not accept the void.`);
      // A label with `not_applicable` is billed when somebody uses it, so nothing can be refunded now.
      if (refund_status === 'not_applicable') {
        const words = `${name} refunds no such label: it is billed when it is scanned.`;
        throw new CarrierRefused(code, 'refund_not_applicable', words);
      }
      // EasyPost has got the request but returns no status that we know. So the label may be void.
      throw new CarrierNoAnswer(name, new Error(`The status of the refund is ${refund_status}.`));
    }),

    document: async (label, kind) => easypostDocument(api, await mustFind(label), kind),
  };
}

const TEMPORARY_STATUSES: readonly number[] = [401, 402, 403, 429];

const isRefunding = ({ refund_status }: EasypostShipment): boolean =>
  ['submitted', 'refunded'].includes(refund_status ?? '');
