import type { RateError } from '@parcelyard/contracts/shipping';
import { type Cents, cents } from '@parcelyard/money/cents';
import { fromDollars } from '@parcelyard/money/dollars';
import { accountsWith, type OwnAccount } from '../../domain/own-account';
import { readCarrierReference } from '../../domain/purchase';
import type { BoughtLabel, CarrierRate, CarrierRates, DocumentKind, LabelReference } from '../carrier-port';
import { cheapestByService } from '../cheapest-by-service';
import type { EasypostDeclaration } from './easypost-declarations';
import { isCredentialFault } from './easypost-error';
import type { EasypostForm, EasypostLabel, EasypostRate, EasypostShipment } from './easypost-shapes';
import { type RateSources, ratingSources } from './rate-sources';

interface Rating {
  readonly sources: RateSources;
  readonly own?: readonly OwnAccount[] | undefined;
}

/** Returns one carrier's rates, and EasyPost's messages about that carrier. */
export function carrierRates(
  carrier: EasypostDeclaration,
  shipment: EasypostShipment,
  { sources, own = [] }: Rating = { sources: ratingSources([]) },
): CarrierRates {
  const isOfCarrier = ({ carrier: name }: { carrier: string }) => carrier.easypostNames.includes(name);
  const accepted = shipment.rates.filter(
    (rate) => isOfCarrier(rate) && rate.currency === 'USD' && sources.accepts(carrier, rate),
  );
  const rows = accepted.map((rate): CarrierRate => {
    const ownAccount = accountsWith(carrier.code, own).find(
      ({ externalId }) => externalId === rate.carrier_account_id,
    );
    return { ...carrierRate(carrier, rate, shipment), ...(ownAccount && { ownAccount }) };
  });
  // Two carrier accounts may offer the same service.
  const rates = cheapestByService(rows, (row) => row);
  return { rates, messages: messagesOf(carrier, shipment, rates.length > 0) };
}

/** When the operator's carrier account fails, callers see only that the carrier is not available. */
function messagesOf(
  carrier: EasypostDeclaration,
  { messages }: EasypostShipment,
  hasRates: boolean,
): RateError[] {
  const own = (messages ?? []).filter(({ carrier: name }) => carrier.easypostNames.includes(name));
  const words = own.filter(({ message }) => !isCredentialFault(message));
  const errors = words.map(({ type, message }) => ({ carrier: carrier.code, code: type, message }));
  if (hasRates || words.length === own.length) return errors;
  const message = `${carrier.name} is not available at the moment.`;
  return [...errors, { carrier: carrier.code, code: 'unavailable', message }];
}

function carrierRate(
  carrier: EasypostDeclaration,
  rate: EasypostRate,
  { usps_zone }: EasypostShipment,
): CarrierRate {
  const { code: serviceLevel, name: method } = serviceOf(carrier, rate.service);
  const amount = price(rate);
  const zone = carrier.code === 'usps' ? Number(usps_zone ?? 0) : 0;
  return {
    carrier: carrier.code,
    serviceLevel,
    method,
    amount,
    currency: 'USD',
    retailAmount: cents(Math.max(amount, fromDollars(Number(rate.retail_rate ?? 0)))),
    charges: [{ type: 'base', name: 'Base', amount }],
    deliveryDays: rate.delivery_days ?? rate.est_delivery_days ?? undefined,
    estimatedDeliveryDate: rate.delivery_date?.slice(0, 10),
    deliveryDateGuaranteed: rate.delivery_date_guaranteed ?? false,
    zone: zone > 0 ? zone : undefined,
  };
}

export const price = ({ rate }: Pick<EasypostRate, 'rate'>): Cents => fromDollars(Number(rate));

/** A service that is not in the table gets a code made from its name. */
function serviceOf(
  { code, name, easypostServices, services }: EasypostDeclaration,
  service: string,
): { code: string; name: string } {
  const known = easypostServices[service];
  const declared = services.find((one) => one.code === known);
  if (declared) return declared;
  const words = service
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .split(' ')
    .filter((word) => word.toLowerCase() !== code);
  return {
    code: [code, ...words].join('_').toLowerCase(),
    name: [name, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())].join(
      ' ',
    ),
  };
}

export function rateFor(
  carrier: EasypostDeclaration,
  shipment: EasypostShipment,
  serviceLevel: string,
  sources: RateSources = ratingSources([]),
): EasypostRate | undefined {
  return shipment.rates
    .filter(
      (rate) =>
        rate.currency === 'USD' &&
        sources.accepts(carrier, rate) &&
        carrier.easypostNames.includes(rate.carrier) &&
        serviceOf(carrier, rate.service).code === serviceLevel,
    )
    .sort((a, b) => price(a) - price(b))[0];
}

/** Returns whether the shipment has a label, also when it was voided. */
export const isBought = ({ postage_label, selected_rate, tracking_code }: EasypostShipment): boolean =>
  Boolean(postage_label && selected_rate && tracking_code);

export function boughtLabel(
  carrier: EasypostDeclaration,
  { accountId, reference }: LabelReference,
  shipment: EasypostShipment,
): BoughtLabel {
  const rate = shipment.selected_rate as EasypostRate;
  const trackingNumber = shipment.tracking_code as string;
  const { code: serviceLevel, name: method } = serviceOf(carrier, rate.service);
  const to = shipment.to_address;
  return {
    // `accountId` and `reference` come from EasyPost and not from the request, so that they can be compared with the
    // request.
    accountId: readCarrierReference(shipment.reference ?? '')?.accountId ?? accountId,
    reference: shipment.reference ?? reference,
    carrier: carrier.easypostNames.includes(rate.carrier) ? carrier.code : rate.carrier,
    serviceLevel,
    method,
    ...(to
      ? { destination: { street1: to.street1 ?? '', zip: to.zip ?? '', country: to.country ?? '' } }
      : {}),
    trackingNumber,
    carrierTrackingUrl: carrier.trackingUrl(trackingNumber),
    charged: price(rate),
    insuredValue: insuredValue(shipment),
    status: labelStatus(shipment),
    boughtAt: new Date(shipment.postage_label?.created_at ?? shipment.created_at),
    documents: (['label', 'raw', 'form'] as const).filter(
      (kind) => documentSource(shipment, kind) !== undefined,
    ),
  };
}

const STATUS_OF_REFUND: Readonly<Record<string, BoughtLabel['status']>> = {
  submitted: 'void_pending',
  refunded: 'voided',
};

export const labelStatus = ({ refund_status }: EasypostShipment): BoughtLabel['status'] =>
  STATUS_OF_REFUND[refund_status ?? ''] ?? 'purchased';

export const QR_FORM = 'label_qr_code';
const CUSTOMS_FORMS = ['commercial_invoice', 'cn22', 'high_value_report', 'nafta_certificate_of_origin'];

export type DocumentSource = { readonly url: string } | { readonly base64: string };

/** Returns where EasyPost has a file of a label. Undefined when there is no such file. */
export function documentSource(
  { postage_label, forms }: EasypostShipment,
  kind: DocumentKind,
): DocumentSource | undefined {
  const form = (fits: (form: EasypostForm) => boolean) => {
    const url = forms?.find(fits)?.form_url;
    return url ? { url } : undefined;
  };
  const qr = form(({ form_type }) => form_type === QR_FORM);
  const printed = printedLabel(postage_label);
  if (kind === 'label') return qr ?? printed;
  // If the label is a QR image, the `raw` file is the label for printing. Any other label has no `raw` file.
  if (kind === 'raw') return qr ? printed : undefined;
  if (kind === 'form') return form(({ form_type }) => CUSTOMS_FORMS.includes(form_type));
  return undefined;
}

/** Some shipments have the file itself and no link. */
function printedLabel(label: EasypostLabel | null | undefined): DocumentSource | undefined {
  const url = label?.label_pdf_url ?? label?.label_url;
  if (url) return { url };
  return label?.label_file ? { base64: label.label_file } : undefined;
}

export const insuredValue = ({ insurance }: EasypostShipment): Cents => fromDollars(Number(insurance ?? 0));
