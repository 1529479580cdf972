import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierNoAnswer, CarrierRefused, CarrierUnavailable, PRICE_RAISED } from '../carrier-errors';
import { CarrierMismatch } from '../carrier-mismatch';
import type { BuyRequest, Carrier, LabelReference } from '../carrier-port';
import { carrierDocument } from '../file-kind';
import type { Reference, ReferenceBook } from '../reference-book';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import { alone, givenUp, mayStillBeSold, refuseIfLate } from '../settled-sale';
import { boughtLabel, offeredRates, statusOf } from './from-shipengine';
import type { ShipengineApi } from './shipengine-api';
import type { AccountIds, ShipengineCarrier } from './shipengine-carriers';
import type { ShipengineLabel, ShipengineRates } from './shipengine-shapes';
import { ratesOfShipment, ratesRequest } from './to-shipengine';

export interface ShipengineDependencies {
  readonly api: ShipengineApi;
  readonly book: ReferenceBook;
  readonly accountIds: AccountIds;
  readonly clock: Clock;
  readonly logger: Logger;
}

type Labels = Pick<Carrier, 'buy' | 'findByReference' | 'close' | 'insure' | 'void' | 'document'>;

/** Finds the label of a reference. @throws CarrierRefused `not_found` · CarrierMismatch */
export type LabelFinder = (label: LabelReference) => Promise<ShipengineLabel>;

const keyOf = ({ accountId, reference }: LabelReference) => ({ accountId, kind: 'shipment', reference });

/**
 * Buys one label for each reference. ShipEngine has one shipment for each reference, and a label is bought for one of
 * the shipment's rates. If the request for a label were sent twice, the rate would be bought twice.
 */
export function createShipengineLabels(
  carrier: ShipengineCarrier,
  { api, book, accountIds, clock, logger }: ShipengineDependencies,
): Labels & { readonly mustFind: LabelFinder } {
  const { code, name } = carrier;
  const refusing = sellerRefusals('ShipEngine', carrier, logger);

  /** Returns the shipment's rates. The first process creates the shipment, and every later process finds it. */
  const rated = async (request: BuyRequest, accounts: readonly string[]): Promise<ShipengineRates> => {
    const again = (id: string) => api.rate(ratesOfShipment(id, accounts));
    const recorded = await book.find(keyOf(request));
    if (recorded) return again(openId(recorded));
    const made = await prepared(request, accounts);
    const id = openId(await book.remember(keyOf(request), made.shipment_id));
    return id === made.shipment_id && 'rate_response' in made ? made : again(id);
  };

  const prepared = async (
    request: BuyRequest,
    accounts: readonly string[],
  ): Promise<ShipengineRates | { shipment_id: string }> => {
    try {
      return await api.rate(ratesRequest(request, accounts, request));
    } catch (error) {
      if (!(error instanceof SellerError) || error.concerns === 'operator') throw error;
      // Another process may have created the shipment, perhaps without storing the shipment's id.
      return api.findShipmentByExternalId(request.reference).catch(() => Promise.reject(error));
    }
  };

  const openId = ({ id }: Reference): string => {
    if (id === undefined) throw givenUp(carrier);
    return id;
  };

  /** Returns undefined when ShipEngine has sold nothing for the reference. */
  const lookUp = async (reference: Reference | undefined): Promise<ShipengineLabel | undefined> => {
    if (reference?.id === undefined) return undefined;
    try {
      const { labels } = await api.listLabels({ shipment_id: reference.id });
      const sold = labels.find(({ status }) => status === 'completed' || status === 'voided');
      if (sold) return sold;
      // The list of labels is also empty when somebody has changed the API key. So the shipment itself is read, to be
      // sure that it has no label.
      const { shipment_status } = await api.findShipment(reference.id);
      const isUnsold =
        WITHOUT_LABEL.includes(shipment_status) && labels.every(({ status }) => status === 'error');
      if (isUnsold && !mayStillBeSold(reference, clock.now())) return undefined;
      throw new Error(`The shipment is ${shipment_status}, and its label may still come.`);
    } catch (error) {
      throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(name, error);
    }
  };

  const mustFind: LabelFinder = async (label) => {
    const found = await lookUp(await book.find(keyOf(label)));
    if (!found) throw new CarrierRefused(code, 'not_found', `${name} does not know this label.`);
    const isOtherLabel = label.trackingNumber !== undefined && found.tracking_number !== label.trackingNumber;
    if (isOtherLabel) throw new CarrierMismatch(code, ['tracking']);
    return found;
  };

  const sell = async (request: BuyRequest): Promise<ShipengineLabel> => {
    const begun = clock.now();
    const accounts = await accountIds(carrier);
    if (accounts.length === 0)
      throw new CarrierUnavailable(name, new Error('ShipEngine has no account of this carrier.'));
    const { offered, messages } = offeredRates(carrier, await rated(request, accounts), accounts);
    const chosen = offered.find(({ rate }) => rate.serviceLevel === request.serviceLevel);
    if (!chosen) {
      const words = messages[0]?.message ?? `${name} does not offer this service for this shipment.`;
      throw new CarrierRefused(code, 'service_not_offered', words);
    }
    if (chosen.rate.amount > request.price)
      throw new CarrierRefused(code, PRICE_RAISED, `${name} asks for more than the rate it gave.`);
    const now = clock.now();
    refuseIfLate(carrier, begun, now);
    if (!(await book.asked(keyOf(request), now, alone(now)))) {
      const entry = await book.find(keyOf(request));
      if (entry && mayStillBeSold(entry, now)) throw new CarrierNoAnswer(name);
      throw givenUp(carrier);
    }
    return ask(request, chosen.id);
  };

  const ask = async (request: BuyRequest, rateId: string): Promise<ShipengineLabel> => {
    const label = await api
      .buyRate(rateId, {
        label_format: 'pdf',
        label_layout: '4x6',
        label_download_type: 'url',
        validate_address: 'no_validation',
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof SellerError)) throw error;
        const sold = await soldDespiteRefusal(request, error);
        if (sold) return sold;
        await book.unsold(keyOf(request));
        throw error;
      });
    if (label.status === 'error') {
      await book.unsold(keyOf(request));
      throw new CarrierRefused(code, 'label_error', `${name} could not make the label.`);
    }
    if (label.status === 'processing') throw new CarrierNoAnswer(name);
    return label;
  };

  /** Called after a refusal. If an earlier request has bought the label, returns this label. */
  const soldDespiteRefusal = async (
    request: BuyRequest,
    { concerns }: SellerError,
  ): Promise<ShipengineLabel | undefined> => {
    const entry = await book.find(keyOf(request));
    // With an invalid key, nothing can be read. But if this was the only request, nothing was bought.
    if (!entry || (concerns === 'operator' && entry.open === 1)) return undefined;
    return lookUp({ ...entry, open: 0 });
  };

  return {
    mustFind,

    buy: refusing(async (request) => {
      const label = (await lookUp(await book.find(keyOf(request)))) ?? (await sell(request));
      return boughtLabel(carrier, label, request);
    }),

    findByReference: async (accountId, reference) => {
      const label = await lookUp(await book.find(keyOf({ accountId, reference })));
      return label && boughtLabel(carrier, label, { accountId, reference });
    },

    close: async (label) => {
      const found = await lookUp(await book.close(keyOf(label), clock.now()));
      return found && boughtLabel(carrier, found, label);
    },

    // Insurance is part of the shipment and cannot be added after the label was bought.
    insure: async (label, value) => boughtLabel(carrier, await mustFind(label), label).insuredValue >= value,

    void: refusing(async (label) => {
      const before = await mustFind(label);
      const done = answerOf(before);
      if (done) return done;
      if (before.refund_details?.refund_status === 'rejected')
        throw new CarrierRefused(code, 'refund_rejected', `${name} rejected the refund of this label.`);
      const said = await api.voidLabel(before.label_id).catch((error: unknown) => {
        if (error instanceof SellerError && error.concerns === 'caller') return error;
        throw error;
      });
      const after = answerOf(await mustFind(label));
      if (after) return after;
      if (said instanceof SellerError) throw said;
      const { approved, message, reason_code } = said;
      if (approved || reason_code === 'label_already_voided') return { status: 'pending' };
      const words = message || `${name} did not accept the void.`;
      throw new CarrierRefused(code, reason_code ?? 'void_refused', words);
    }),

    document: refusing(async (label, kind) => {
      const found = await mustFind(label);
      const { label_download, form_download } = found;
      const links = { label: label_download?.pdf ?? label_download?.href, form: form_download?.href };
      const link = kind === 'label' || kind === 'form' ? links[kind] : undefined;
      if (!link) return undefined;
      return carrierDocument(name, await api.download(link), `${kind}-${found.tracking_number}`);
    }),
  };
}

/** A shipment with any other status may still get a label. */
const WITHOUT_LABEL: readonly string[] = ['pending', 'cancelled'];

/** Returns the answer to a void, from the label's status. Undefined when the label is not voided. */
function answerOf(label: ShipengineLabel): { readonly status: 'accepted' | 'pending' } | undefined {
  const status = statusOf(label);
  if (status === 'purchased') return undefined;
  return { status: status === 'voided' ? 'accepted' : 'pending' };
}
