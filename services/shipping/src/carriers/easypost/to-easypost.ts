import { toDollars } from '@parcelyard/money/dollars';
import { isDomestic, type PostalAddress } from '../../domain/address/postal-address';
import type { BuyRequest, CustomsItem, ShipmentRequest } from '../carrier-port';
import type { Parameters } from './easypost-shapes';

/** A shipment as EasyPost rates it. Pure. */
export function ratedShipment(request: ShipmentRequest): Parameters {
  const { from, to, parcel, residential } = request;
  const { weightOz: weight, length, width, height } = parcel;
  return {
    from_address: easypostAddress(from),
    to_address: { ...easypostAddress(to), ...(residential === undefined ? {} : { residential }) },
    parcel: length === undefined ? { weight } : { weight, length, width, height },
    ...(isDomestic(to) ? {} : { customs_info: customsInfo(request) }),
    options: options(request),
  };
}

/** The same to be bought: under our purchase's id. */
export const soldShipment = (request: BuyRequest): Parameters => ({
  ...ratedShipment(request),
  reference: request.reference,
});

export const easypostAddress = (address: PostalAddress): Parameters => ({
  name: address.name,
  company: address.company,
  street1: address.street1,
  // EasyPost knows two lines.
  street2: [address.street2, address.street3].filter((line) => line.trim() !== '').join(', '),
  city: address.city,
  state: address.state,
  zip: address.zip,
  country: address.country.trim().toUpperCase() || 'US',
  phone: address.phone,
  email: address.email,
});

function options({ options: wished, orderReferences, shipDate }: ShipmentRequest): Parameters {
  const [first] = orderReferences;
  return {
    label_format: 'PDF',
    label_size: '4x6',
    label_date: shipDate.toISOString(),
    ...(wished.signatureRequired ? { delivery_confirmation: 'SIGNATURE' } : {}),
    ...(wished.saturdayDelivery ? { saturday_delivery: true } : {}),
    ...(first === undefined ? {} : { print_custom_1: first }),
  };
}

/** A rating knows no items yet, and yet nothing is rated abroad without a declaration. */
function customsInfo(
  request: ShipmentRequest & Partial<Pick<BuyRequest, 'items' | 'insuredValue' | 'price'>>,
) {
  const { from, to, parcel, items = [], insuredValue, price } = request;
  const unlisted: CustomsItem = {
    description: 'Merchandise',
    quantity: 1,
    unitValue: (insuredValue ?? price ?? 100) as CustomsItem['unitValue'],
  };
  const declared = items.length > 0 ? items : [unlisted];
  const pieces = declared.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    contents_type: 'merchandise',
    customs_certify: true,
    customs_signer: from.name || from.company,
    // Goods to Canada, and elsewhere under 2,500 dollars, need no filing.
    eel_pfc: to.country.trim().toUpperCase() === 'CA' ? 'NOEEI 30.36' : 'NOEEI 30.37(a)',
    non_delivery_option: 'return',
    restriction_type: 'none',
    customs_items: declared.map(({ description, quantity, unitValue }) => ({
      description,
      quantity,
      // Of the whole line, as its weight.
      value: toDollars(unitValue * quantity).toFixed(2),
      weight: shareOfWeight((parcel.weightOz * quantity) / pieces),
      origin_country: 'US',
      currency: 'USD',
    })),
  };
}

/** Tenths of an ounce, rounded down: the contents must not weigh more than the parcel, nor nothing. */
const shareOfWeight = (ounces: number): number => Math.max(0.1, Math.floor(ounces * 10) / 10);
