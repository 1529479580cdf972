import { toDollars } from '@parcelyard/money/dollars';
import type { PostalAddress } from '../../domain/address/postal-address';
import { type CustomsItem, lineWeightOz, withOrigin } from '../../domain/customs/customs-item';
import { declaresGoods } from '../../domain/customs/customs-region';
import type { BuyRequest, ShipmentRequest } from '../carrier-port';
import { printableText } from '../printable-text';
import type { Parameters } from './shipengine-shapes';

/** The fields that only the shipment of a purchase has. A request for rates has neither a reference nor insurance. */
type Purchase = Pick<BuyRequest, 'reference' | 'insuredValue'>;

export function ratesRequest(
  shipment: ShipmentRequest,
  carrierIds: readonly string[],
  purchase?: Purchase,
): Parameters {
  return {
    rate_options: rateOptions(carrierIds),
    shipment: shipengineShipment(shipment, purchase),
  };
}

export const ratesOfShipment = (shipmentId: string, carrierIds: readonly string[]): Parameters => ({
  rate_options: rateOptions(carrierIds),
  shipment_id: shipmentId,
});

const rateOptions = (carrierIds: readonly string[]): Parameters => ({
  carrier_ids: carrierIds,
  // The shop uses its own boxes. Flat-rate boxes would have other prices for the same service.
  package_types: ['package'],
});

function shipengineShipment(
  request: ShipmentRequest,
  { reference, insuredValue }: Partial<Purchase> = {},
): Parameters {
  const { parcel, options, items = [] } = request;
  const { length, width, height } = parcel;
  const declares = items.length > 0 && declaresGoods(request.from, request.to);
  return {
    validate_address: 'no_validation',
    ...(reference && { external_shipment_id: reference }),
    ship_date: request.shipDate.toISOString().slice(0, 10),
    ship_to: shipengineAddress(request.to, residential(request.residential)),
    ship_from: shipengineAddress(request.from),
    confirmation: options.signatureRequired ? 'signature' : 'none',
    ...(options.saturdayDelivery && { advanced_options: { saturday_delivery: true } }),
    insurance_provider: insuredValue ? 'shipsurance' : 'none',
    comparison_rate_type: 'retail',
    ...(declares && { customs: customs(request) }),
    packages: [
      {
        package_code: 'package',
        weight: { value: parcel.weightOz, unit: 'ounce' },
        ...(length !== undefined && { dimensions: { unit: 'inch', length, width, height } }),
        ...(insuredValue && { insured_value: { currency: 'usd', amount: toDollars(insuredValue) } }),
        label_messages: {
          reference1: request.orderReferences.join(' ').slice(0, 35) || null,
          reference2: null,
          reference3: null,
        },
        ...(declares && { products: items.map((item) => product(item, items, request)) }),
      },
    ],
  };
}

function customs({ itn }: ShipmentRequest): Parameters {
  return {
    contents: 'merchandise',
    non_delivery: 'return_to_sender',
    ...(itn && { declaration: itn }),
  };
}

function product(line: CustomsItem, items: readonly CustomsItem[], request: ShipmentRequest): Parameters {
  const item = withOrigin(line, request.from.country);
  return {
    description: printableText(item.description).slice(0, 100),
    quantity: item.quantity,
    value: { currency: 'usd', amount: toDollars(item.unitValue) },
    weight: { value: lineWeightOz(item, items, request.parcel.weightOz), unit: 'ounce' },
    ...(item.hsCode && { harmonized_tariff_code: item.hsCode }),
    country_of_origin: item.originCountry,
  };
}

const residential = (is: boolean | undefined) => (is === undefined ? 'unknown' : is ? 'yes' : 'no');

/**
 * Returns an address in ShipEngine's form, without its empty fields. If a needed field is missing, ShipEngine's error
 * names it.
 */
function shipengineAddress(address: PostalAddress, residentialIndicator = 'unknown'): Parameters {
  const text = (field: string) => printableText(field);
  const fields = {
    name: text(address.name) || text(address.company),
    phone: address.phone.trim(),
    company_name: text(address.company),
    address_line1: text(address.street1),
    address_line2: text(address.street2),
    address_line3: text(address.street3),
    city_locality: text(address.city),
    state_province: text(address.state),
    postal_code: address.zip.trim(),
    country_code: address.country.trim().toUpperCase() || 'US',
    email: address.email.trim(),
  };
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), address_residential_indicator: residentialIndicator };
}
