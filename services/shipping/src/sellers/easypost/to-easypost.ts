import { cents } from '@parcelyard/money/cents';
import { toDollars } from '@parcelyard/money/dollars';
import { type CustomsItem, lineWeightOz, unlistedGoods, withOrigin } from '../../domain/customs/customs-item';
import { declaresGoods } from '../../domain/customs/customs-region';
import { exportCitation } from '../../domain/customs/export-citation';
import type { BuyRequest, ShipmentRequest } from '../carrier-port';
import { withTwoStreetLines } from '../two-street-lines';
import type { Parameters } from './easypost-shapes';

/**
 * Returns a shipment for which EasyPost returns rates. A return has the addresses of the outbound parcel, because
 * EasyPost swaps the two addresses itself.
 * @param accounts the carrier accounts to use; if absent, all accounts of the key are used
 */
export function ratedShipment(request: ShipmentRequest, accounts?: readonly string[]): Parameters {
  const { parcel, residential, isReturn } = request;
  const [from, to] = isReturn ? [request.to, request.from] : [request.from, request.to];
  const { weightOz: weight, length, width, height } = parcel;
  return {
    from_address: withTwoStreetLines(from),
    to_address: { ...withTwoStreetLines(to), ...(residential === undefined ? {} : { residential }) },
    parcel: length === undefined ? { weight } : { weight, length, width, height },
    ...(declaresGoods(from, to) ? { customs_info: customsInfo(request) } : {}),
    options: options(request),
    ...(isReturn ? { is_return: true } : {}),
    ...(accounts ? { carrier_accounts: [...accounts] } : {}),
  };
}

/** Returns the shipment for a sale: the shipment of `ratedShipment`, with our reference. */
export const soldShipment = (request: BuyRequest, accounts?: readonly string[]): Parameters => ({
  ...ratedShipment(request, accounts),
  reference: request.reference,
});

function options({ options: given, orderReferences, shipDate }: ShipmentRequest): Parameters {
  const [first] = orderReferences;
  return {
    label_format: 'PDF',
    label_size: '4x6',
    label_date: shipDate.toISOString(),
    ...(given.signatureRequired ? { delivery_confirmation: 'SIGNATURE' } : {}),
    ...(given.saturdayDelivery ? { saturday_delivery: true } : {}),
    ...(first === undefined ? {} : { print_custom_1: first }),
  };
}

/**
 * For a parcel to another country, EasyPost needs a customs declaration even to return rates. A quote without an order
 * has no goods, so this item is declared.
 */
const QUOTED: CustomsItem = unlistedGoods(cents(100));

function customsInfo({ from, to, parcel, items = [QUOTED], itn }: ShipmentRequest): Parameters {
  const citation = exportCitation(to, items, itn);
  return {
    contents_type: 'merchandise',
    customs_certify: true,
    customs_signer: from.name || from.company,
    // Rates need no export filing, but a purchase may.
    ...(citation === undefined ? {} : { eel_pfc: citation }),
    non_delivery_option: 'return',
    restriction_type: 'none',
    customs_items: items.map((item) => ({
      description: item.description,
      quantity: item.quantity,
      value: toDollars(item.unitValue * item.quantity).toFixed(2),
      weight: lineWeightOz(item, items, parcel.weightOz),
      origin_country: withOrigin(item, from.country).originCountry,
      currency: 'USD',
      ...(item.hsCode === undefined ? {} : { hs_tariff_number: item.hsCode }),
    })),
  };
}
