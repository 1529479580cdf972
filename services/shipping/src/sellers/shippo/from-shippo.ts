import type { RateError } from '@parcelyard/contracts/shipping';
import { type Cents, cents } from '@parcelyard/money/cents';
import { fromDollars } from '@parcelyard/money/dollars';
import { readCarrierReference } from '../../domain/purchase';
import type { BoughtLabel, CarrierRate, CarrierRates, DocumentKind, LabelReference } from '../carrier-port';
import { cheapestByService } from '../cheapest-by-service';
import type { ShippoCarrier } from './shippo-carriers';
import { concernsOperator } from './shippo-error';
import type { ShippoMessage, ShippoRate, ShippoShipment, ShippoTransaction } from './shippo-shapes';

/** Returns one carrier's rates, and Shippo's messages about that carrier. */
export function carrierRates(carrier: ShippoCarrier, shipment: ShippoShipment): CarrierRates {
  const rows = ratesOf(carrier, shipment).map((rate) => carrierRate(carrier, rate));
  // Two carrier accounts may offer the same service.
  const rates = cheapestByService(rows, (row) => row);
  return { rates, messages: messagesOf(carrier, shipment, rates.length > 0) };
}

const ratesOf = (carrier: ShippoCarrier, { rates }: ShippoShipment): ShippoRate[] =>
  (rates ?? []).filter((rate) => rate.currency === 'USD' && isOf(carrier, rate.provider));

const isOf = ({ provider }: ShippoCarrier, name: string | null | undefined): boolean =>
  name?.trim().toLowerCase() === provider.toLowerCase();

export const messagesAbout = (carrier: ShippoCarrier, { messages }: ShippoShipment): ShippoMessage[] =>
  (messages ?? []).filter(({ source, text }) => isOf(carrier, source) && Boolean(text?.trim()));

/** When the operator's carrier account fails, callers see only that the carrier is not available. */
function messagesOf(carrier: ShippoCarrier, shipment: ShippoShipment, hasRates: boolean): RateError[] {
  const own = messagesAbout(carrier, shipment);
  const words = own.filter(({ text }) => !concernsOperator(text ?? ''));
  const errors = words.map(({ code, text }) => ({
    carrier: carrier.code,
    code: code || 'rate_error',
    message: text ?? '',
  }));
  if (hasRates || words.length === own.length) return errors;
  const message = `${carrier.name} is not available at the moment.`;
  return [...errors, { carrier: carrier.code, code: 'unavailable', message }];
}

function carrierRate(carrier: ShippoCarrier, rate: ShippoRate): CarrierRate {
  const { code: serviceLevel, name: method } = serviceOf(carrier, rate);
  const amount = postage(rate);
  const zone = carrier.code === 'usps' ? Number(rate.zone ?? 0) : 0;
  return {
    carrier: carrier.code,
    serviceLevel,
    method,
    amount,
    currency: 'USD',
    retailAmount: amount,
    charges: [{ type: 'base', name: 'Base', amount }],
    deliveryDays: rate.estimated_days ?? undefined,
    estimatedDeliveryDate: undefined,
    deliveryDateGuaranteed: false,
    zone: zone >= 1 && zone <= 9 ? zone : undefined,
  };
}

/** Returns the price without insurance, for which merchants pay separately. */
export const postage = ({ amount, included_insurance_price }: ShippoRate): Cents =>
  cents(fromDollars(Number(amount)) - fromDollars(Number(included_insurance_price ?? 0)));

/** Returns our service. A service that is not in the table keeps Shippo's code and name. */
function serviceOf(
  { code, name, tokens, services }: ShippoCarrier,
  { servicelevel }: ShippoRate,
): { code: string; name: string } {
  const token = servicelevel.token ?? '';
  const known = services.find((service) => service.code === tokens[token]);
  if (known) return known;
  const own = token.startsWith(`${code}_`) ? token : `${code}_${token}`;
  const words = (servicelevel.name ?? token).replaceAll(/[®™℠]/g, '').trim();
  return { code: own.toLowerCase(), name: words.startsWith(name) ? words : `${name} ${words}` };
}

export function rateFor(
  carrier: ShippoCarrier,
  shipment: ShippoShipment,
  serviceLevel: string,
): ShippoRate | undefined {
  return ratesOf(carrier, shipment)
    .filter((rate) => serviceOf(carrier, rate).code === serviceLevel)
    .sort((a, b) => postage(a) - postage(b))[0];
}

const SOLD: ReadonlySet<string> = new Set(['SUCCESS', 'REFUNDED', 'REFUNDPENDING', 'REFUNDREJECTED']);
const IN_PROGRESS: ReadonlySet<string> = new Set(['QUEUED', 'WAITING']);

/** Returns whether there is a label, also when it was voided. */
export const isSold = ({ status, tracking_number }: ShippoTransaction): boolean =>
  SOLD.has(status ?? '') && Boolean(tracking_number);

/** Returns whether Shippo or the carrier is still working on the sale. An unknown status counts as still working. */
export const isInProgress = (transaction: ShippoTransaction): boolean =>
  IN_PROGRESS.has(transaction.status ?? '') || (transaction.status !== 'ERROR' && !isSold(transaction));

export interface ShippoSale {
  readonly transaction: ShippoTransaction;
  readonly shipment: ShippoShipment;
  readonly rate: ShippoRate;
}

export function boughtLabel(
  carrier: ShippoCarrier,
  { accountId }: LabelReference,
  { transaction, shipment, rate }: ShippoSale,
): BoughtLabel {
  const trackingNumber = transaction.tracking_number as string;
  const { code: serviceLevel, name: method } = serviceOf(carrier, rate);
  const to = shipment.address_to;
  // `reference` and the account in it come from Shippo and not from the request, so that they can be compared with the
  // request.
  const reference = transaction.metadata ?? '';
  return {
    accountId: readCarrierReference(reference)?.accountId ?? accountId,
    reference,
    carrier: isOf(carrier, rate.provider) ? carrier.code : rate.provider,
    serviceLevel,
    method,
    ...(to && { destination: { street1: to.street1 ?? '', zip: to.zip ?? '', country: to.country ?? '' } }),
    trackingNumber,
    carrierTrackingUrl: transaction.tracking_url_provider || carrier.trackingUrl(trackingNumber),
    charged: postage(rate),
    insuredValue: insuredValue(shipment, rate),
    status: labelStatus(transaction),
    boughtAt: new Date(transaction.object_created ?? Number.NaN),
    documents: (['label', 'raw', 'form'] as const).filter((kind) => documentUrl(transaction, kind)),
  };
}

/** Returns the insured value that Shippo has stored. The parcel is insured only if the rate has a price for it. */
const insuredValue = ({ extra }: ShippoShipment, { included_insurance_price: price }: ShippoRate): Cents =>
  Number(price ?? 0) > 0 ? fromDollars(Number(extra?.insurance?.amount ?? 0)) : cents(0);

const STATUS: Readonly<Record<string, BoughtLabel['status']>> = {
  REFUNDPENDING: 'void_pending',
  REFUNDED: 'voided',
};

export const labelStatus = ({ status }: ShippoTransaction): BoughtLabel['status'] =>
  STATUS[status ?? ''] ?? 'purchased';

/** Returns where Shippo has a file of a label. Undefined when there is no such file. */
export function documentUrl(
  { label_url, qr_code_url, commercial_invoice_url }: ShippoTransaction,
  kind: DocumentKind,
): string | undefined {
  const urls: Readonly<Record<DocumentKind, string | null | undefined>> = {
    label: qr_code_url || label_url,
    // If the label is a QR image, the `raw` file is the label for printing. Any other label has no `raw` file.
    raw: qr_code_url ? label_url : undefined,
    form: commercial_invoice_url,
    receipt: undefined,
  };
  return urls[kind] || undefined;
}
