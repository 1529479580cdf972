import { cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { isDomestic, type PostalAddress } from '../../domain/address/postal-address';
import { type CustomsItem, lineWeightOz, unlistedGoods, withOrigin } from '../../domain/customs/customs-item';
import { declaresGoods } from '../../domain/customs/customs-region';
import { exportCitation } from '../../domain/customs/export-citation';
import type { BuyRequest, ShipmentRequest } from '../carrier-port';
import { withTwoStreetLines } from '../two-street-lines';
import type { ShippoCarrier } from './shippo-carriers';
import type { Parameters } from './shippo-shapes';

/**
 * Returns a shipment for which Shippo returns rates. For a return, this is an ordinary parcel to the shop, and not one
 * of Shippo's own return labels: Shippo bills those when they are used, but we charge a label when it is bought.
 */
export function ratedShipment(request: ShipmentRequest): Parameters {
  const { from, to, parcel, residential, shipDate } = request;
  const extra = extras(request);
  return {
    address_from: shippoAddress(from),
    address_to: {
      ...shippoAddress(to),
      ...(residential === undefined ? {} : { is_residential: residential }),
    },
    parcels: [shippoParcel(parcel)],
    shipment_date: shipDate.toISOString(),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(declaresGoods(from, to) && { customs_declaration: customsDeclaration(request) }),
  };
}

/**
 * Returns the shipment for a sale: the shipment of `ratedShipment` with our reference, the insurance and, if wanted,
 * the carrier's QR image.
 */
export function soldShipment(carrier: ShippoCarrier, request: BuyRequest): Parameters {
  const { insuredValue, printSetting, reference, to } = request;
  const shipment = ratedShipment(request);
  const qr = printSetting === 'qr' && carrier.qrLabels && isDomestic(to);
  const extra = {
    ...(shipment.extra as Parameters | undefined),
    ...(insuredValue && { insurance: insurance(insuredValue) }),
    ...(qr && { qr_code_requested: true }),
  };
  return { ...shipment, metadata: reference, ...(Object.keys(extra).length > 0 && { extra }) };
}

const insurance = (value: number): Parameters => ({
  amount: toDollars(value).toFixed(2),
  currency: 'USD',
  content: 'Merchandise',
});

export const soldRate = (rateId: string, reference: string): Parameters => ({
  rate: rateId,
  metadata: reference,
  label_file_type: 'PDF_4x6',
});

export function shippoAddress(address: PostalAddress): Parameters {
  const { country, ...texts } = withTwoStreetLines(address);
  // Shippo sells a label only when both addresses have a name.
  const given = { ...texts, name: texts.name.trim() || texts.company };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== '')),
    country,
  };
}

/**
 * Shippo needs the three lengths of a parcel, in inches. If they are unknown, these lengths are sent. They are too
 * small to raise the price.
 */
const SMALL = { length: 6, width: 4, height: 1 } as const;

function shippoParcel({ weightOz, length, width, height }: ShipmentRequest['parcel']): Parameters {
  const sides = length === undefined ? SMALL : { length, width, height };
  return {
    mass_unit: 'oz',
    weight: decimal(weightOz),
    distance_unit: 'in',
    length: decimal(sides.length),
    width: decimal(sides.width as number),
    height: decimal(sides.height as number),
  };
}

/**
 * Returns a number as text with at most four decimals. The number is rounded up, so that a parcel never becomes lighter
 * or smaller. The text never has the form `1e-7`, which Shippo cannot read.
 */
const decimal = (number: number): string =>
  String(Number((Math.ceil(Number((number * 10_000).toFixed(6))) / 10_000).toFixed(4)));

const MAX_REFERENCE = 50;

function extras({ options, orderReferences }: ShipmentRequest): Parameters {
  const [first] = orderReferences;
  return {
    ...(options.signatureRequired && { signature_confirmation: 'STANDARD' }),
    ...(options.saturdayDelivery && { saturday_delivery: true }),
    ...(first !== undefined && { reference_1: first.slice(0, MAX_REFERENCE) }),
  };
}

/**
 * For a parcel to another country, carriers need a customs declaration even to return rates. A quote without an order
 * has no goods, so this item is declared.
 */
const QUOTED: CustomsItem = unlistedGoods(cents(100));

function customsDeclaration({
  from,
  to,
  parcel,
  items = [QUOTED],
  itn,
  isReturn,
}: ShipmentRequest): Parameters {
  return {
    certify: true,
    certify_signer: from.name || from.company || 'Sender',
    contents_type: isReturn ? 'RETURN_MERCHANDISE' : 'MERCHANDISE',
    non_delivery_option: 'RETURN',
    ...exportFiling(exportCitation(to, items, itn), itn),
    items: items.map((item) => ({
      description: item.description,
      quantity: item.quantity,
      value_amount: toDollars(item.unitValue * item.quantity).toFixed(2),
      value_currency: 'USD',
      net_weight: decimal(lineWeightOz(item, items, parcel.weightOz)),
      mass_unit: 'oz',
      origin_country: withOrigin(item, from.country).originCountry,
      ...(item.hsCode !== undefined && { tariff_number: item.hsCode.slice(0, MAX_TARIFF_NUMBER) }),
    })),
  };
}

const MAX_TARIFF_NUMBER = 12;

/**
 * Shippo's codes of the rules that make an export filing unnecessary. Shippo has no code for the rule about US
 * territories. A request for rates needs no code.
 */
const EXEMPTIONS: Readonly<Record<string, string>> = {
  'NOEEI 30.36': 'NOEEI_30_36',
  'NOEEI 30.37(a)': 'NOEEI_30_37_a',
};

function exportFiling(citation: string | undefined, itn: string | undefined): Parameters {
  if (itn) return { eel_pfc: 'AES_ITN', aes_itn: itn };
  const exemption = EXEMPTIONS[citation ?? ''];
  return exemption ? { eel_pfc: exemption } : {};
}
