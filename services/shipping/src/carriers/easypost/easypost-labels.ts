import { toDollars } from '@parcelyard/money/dollars';
import { isDomestic } from '../../domain/address/postal-address';
import { CarrierNoAnswer } from '../carrier-no-answer';
import type { BuyRequest, Carrier, CarrierDocument, DocumentKind, LabelReference } from '../carrier-port';
import { CarrierRefused } from '../carrier-refused';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostDependencies } from './easypost-dependencies';
import { EasypostError, refusals } from './easypost-error';
import type { EasypostRate, EasypostShipment } from './easypost-shapes';
import { boughtLabel, documentUrl, isBought, price, QR_FORM, rateFor } from './from-easypost';
import { soldShipment } from './to-easypost';

/** Whoever waits for a purchase has given up soon after: what has not been asked to be sold by then never is. */
const PREPARATION_MS = 6_000;
/** Until then a shipment that was asked to be sold and has no label may still get one. */
const SETTLES_MS = 90_000;

type EasypostLabels = Pick<Carrier, 'buy' | 'findByReference' | 'void' | 'document'>;

/**
 * Buys labels, once per reference: the shipment that stands for a reference is written down before it is bought, and
 * EasyPost sells a shipment once.
 */
export function createEasypostLabels(
  carrier: EasypostDeclaration,
  { api, book, clock, logger }: EasypostDependencies,
): EasypostLabels {
  const { code, name } = carrier;
  const refused = refusals(carrier, logger);
  const keyOf = ({ accountId, reference }: LabelReference) =>
    ({ accountId, kind: 'shipment', reference }) as const;

  const find = async (label: LabelReference): Promise<EasypostShipment | undefined> =>
    api.findShipment((await book.find(keyOf(label)))?.id ?? label.reference);

  const mustFind = async (label: LabelReference): Promise<EasypostShipment> => {
    const shipment = await find(label);
    if (shipment && isBought(shipment)) return shipment;
    throw new CarrierRefused(code, 'not_found', `${name} knows of no such label.`);
  };

  /** The one shipment that this reference is bought through. */
  const begin = async (request: BuyRequest): Promise<EasypostShipment> => {
    const shipment = (await find(request)) ?? (await api.createShipment(soldShipment(request)));
    const id = await book.remember(keyOf(request), shipment.id);
    if (id === shipment.id) return shipment;
    const first = await api.findShipment(id);
    if (!first) throw new CarrierNoAnswer(name);
    return first;
  };

  const pay = async (
    { id }: EasypostShipment,
    rate: EasypostRate,
    request: BuyRequest,
  ): Promise<EasypostShipment> => {
    await book.asked(keyOf(request), clock.now());
    try {
      return await api.buyShipment(id, rate.id, request.insuredValue && toDollars(request.insuredValue));
    } catch (error) {
      if (!(error instanceof EasypostError)) throw error;
      // A no is believed once the shipment shows no label: it may have been bought before, or all but its insurance.
      const standing = await api.findShipment(id);
      if (standing && isBought(standing)) return standing;
      throw error;
    }
  };

  /** A counter's QR image, where there is one; the label is bought, so that nothing here may fail the purchase. */
  const withQr = async (shipment: EasypostShipment, request: BuyRequest): Promise<EasypostShipment> => {
    if (request.printSetting !== 'qr' || !carrier.qrLabels || !isDomestic(request.to)) return shipment;
    try {
      return await api.createForm(shipment.id, QR_FORM);
    } catch (error) {
      logger.warn({ purchaseId: request.reference, carrier: code, err: error }, 'no QR image for this label');
      return shipment;
    }
  };

  return {
    buy: async (request) => {
      try {
        const begun = clock.now().getTime();
        const shipment = await begin(request);
        if (isBought(shipment)) return boughtLabel(carrier, request, shipment);
        refuseIfLate(clock.now().getTime() - begun);
        const rate = rateFor(carrier, shipment, request.serviceLevel);
        refuseUnlessFor(request, rate);
        return boughtLabel(carrier, request, await withQr(await pay(shipment, rate, request), request));
      } catch (error) {
        throw refused(error);
      }
    },

    findByReference: async (accountId, reference) => {
      const label = { accountId, reference };
      const askedAt = (await book.find(keyOf(label)))?.askedAt;
      const shipment = await find(label);
      if (shipment && isBought(shipment)) return boughtLabel(carrier, label, shipment);
      // EasyPost waits for the carrier behind it, longer than we wait for EasyPost.
      if (askedAt && clock.now().getTime() - askedAt.getTime() < SETTLES_MS) throw new CarrierNoAnswer(name);
      return undefined;
    },

    void: async (label) => {
      try {
        const shipment = await mustFind(label);
        const asked = ['submitted', 'refunded'].includes(shipment.refund_status ?? '');
        const { refund_status } = asked ? shipment : await api.refundShipment(shipment.id);
        if (refund_status === 'refunded') return { status: 'accepted' };
        if (refund_status === 'submitted') return { status: 'pending' };
        throw new CarrierRefused(code, `refund_${refund_status}`, `${name} did not accept the void.`);
      } catch (error) {
        throw refused(error);
      }
    },

    document: async (label, kind) => {
      const shipment = await mustFind(label);
      const url = documentUrl(shipment, kind);
      return url === undefined ? undefined : file(await api.download(url), kind, shipment);
    },
  };

  function refuseIfLate(preparedMs: number): void {
    if (preparedMs <= PREPARATION_MS) return;
    throw new CarrierRefused(
      code,
      'too_slow',
      `${name} was too slow to answer. Nothing was bought; try again.`,
    );
  }

  function refuseUnlessFor(
    { price: promised, serviceLevel }: BuyRequest,
    rate: EasypostRate | undefined,
  ): asserts rate is EasypostRate {
    if (!rate) {
      throw new CarrierRefused(
        code,
        'service_unavailable',
        `${name} does not offer ${serviceLevel} for this parcel.`,
      );
    }
    if (price(rate) > promised) {
      throw new CarrierRefused(
        code,
        'price_changed',
        `${name} has raised the price of this service. Call get_rates again and use its values.`,
      );
    }
  }
}

function file(content: Buffer, kind: DocumentKind, shipment: EasypostShipment): CarrierDocument {
  const fileName = `${kind}-${shipment.tracking_code}`;
  if (content.subarray(0, 4).toString('latin1') === '%PDF') {
    return { content, contentType: 'application/pdf', fileName: `${fileName}.pdf` };
  }
  if (content.subarray(1, 4).toString('latin1') === 'PNG') {
    return { content, contentType: 'image/png', fileName: `${fileName}.png` };
  }
  throw new CarrierNoAnswer('EasyPost', new Error(`The ${kind} file is neither PDF nor PNG.`));
}
