import type { Parcel } from '@parcelyard/contracts/common';
import type { RateError } from '@parcelyard/contracts/shipping';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { guessAddressType } from '../../domain/address/check-address';
import { isDomestic } from '../../domain/address/postal-address';
import { isPoBox } from '../../domain/address/standard-street';
import { isMilitary, isOffMainland } from '../../domain/address/us-states';
import type { ZipPlace } from '../../domain/address/zip-table';
import { accountsWith } from '../../domain/own-account';
import { billableWeight, sides } from '../../domain/rating/billable-weight';
import { deliveryDate, localDate } from '../../domain/rating/delivery-calendar';
import { shareOf, tablePrice } from '../../domain/rating/rate-table';
import { ratingPlace, type Zone, zoneBetween } from '../../domain/rating/zone';
import type { CarrierCharge, CarrierRate, CarrierRates, ShipmentRequest } from '../carrier-port';
import type { OversizeRule, SandboxDeclaration, SandboxService } from './sandbox-declaration';

/**
 * The columns of the rate tables for the places from which and to which a parcel is sent, and what else the price
 * depends on.
 */
interface Lane {
  readonly column: number;
  readonly zone: Zone | undefined;
  readonly from: ZipPlace;
  readonly international: boolean;
  readonly remote: boolean;
}

/** Returns the price of every service that accepts this parcel, or a message why none does. */
export function rateShipment(carrier: SandboxDeclaration, request: ShipmentRequest): CarrierRates {
  const lane = laneOf(carrier, request);
  if ('code' in lane) return { rates: [], messages: [lane] };
  const [ownAccount] = accountsWith(carrier.code, request.ownAccounts);
  const rates = carrier.services
    .filter((service) => service.international === lane.international)
    .flatMap((service) => rateService(carrier, service, request, lane) ?? [])
    .map((rate) => (ownAccount ? { ...rate, ownAccount } : rate));
  if (rates.length > 0 || !servesLane(carrier, lane)) return { rates, messages: [] };
  return { rates, messages: [tooMuch(carrier, request)] };
}

const servesLane = (carrier: SandboxDeclaration, lane: Lane): boolean =>
  carrier.services.some((service) => service.international === lane.international);

function laneOf(carrier: SandboxDeclaration, { from, to }: ShipmentRequest): Lane | RateError {
  const refuse = (code: string, message: string): RateError => ({
    carrier: carrier.code,
    code,
    message,
  });
  const origin = isDomestic(from) ? ratingPlace(from.zip) : undefined;
  if (!origin) {
    return refuse('origin_unknown', `${carrier.name} does not collect at ZIP "${from.zip}".`);
  }
  if (!isDomestic(to)) {
    return {
      column: regionColumn(to.country),
      zone: undefined,
      from: origin,
      international: true,
      remote: false,
    };
  }
  const destination = ratingPlace(to.zip);
  if (!destination) {
    return refuse('destination_unknown', `${carrier.name} does not deliver to ZIP "${to.zip}".`);
  }
  if (isPoBox(to.street1) && !carrier.deliversToPoBoxes) {
    return refuse('po_box', `${carrier.name} does not deliver to PO boxes.`);
  }
  if (isMilitary(destination.state) && !carrier.deliversToMilitary) {
    return refuse('military', `${carrier.name} does not deliver to military addresses.`);
  }
  const zone = zoneBetween(origin, destination);
  const remote = isOffMainland(destination.state);
  return { column: zone - 1, zone, from: origin, international: false, remote };
}

function rateService(
  carrier: SandboxDeclaration,
  service: SandboxService,
  request: ShipmentRequest,
  lane: Lane,
): CarrierRate | undefined {
  const { parcel, options } = request;
  if (exceedsSize(carrier, parcel)) return undefined;
  const base = tablePrice(service.table, billableWeight(parcel, carrier.dimensional), lane.column);
  const days = service.days[lane.column];
  if (base === undefined || days === undefined) return undefined;
  if (options.signatureRequired && service.signature === 'unavailable') return undefined;
  if (options.saturdayDelivery && service.saturday === 'unavailable') return undefined;

  const surcharges = [
    charge('residential', 'Residential', residential(carrier, request, lane)),
    charge('remote_area', 'Remote area', lane.remote ? (carrier.remoteAreaSurcharge ?? ZERO) : ZERO),
    charge('oversize', 'Oversize', oversize(carrier.oversize, parcel)),
  ];
  const fuel = shareOf(cents(base + total(surcharges)), service.fuelBasisPoints);
  const charges = [
    // The fuel surcharge is part of the base price. A line of its own would only make every answer longer.
    charge('base', 'Base', cents(base + fuel)),
    ...surcharges,
    charge('signature', 'Signature', options.signatureRequired ? extra(service.signature) : ZERO),
    charge('saturday', 'Saturday', options.saturdayDelivery ? extra(service.saturday) : ZERO),
  ].filter(({ type, amount }) => type === 'base' || amount > 0);
  const amount = total(charges);
  const saturdays = carrier.worksOnSaturdays || options.saturdayDelivery;
  return {
    carrier: carrier.code,
    serviceLevel: service.code,
    method: service.name,
    amount,
    currency: 'USD',
    retailAmount: shareOf(amount, service.retailBasisPoints),
    charges,
    deliveryDays: days,
    estimatedDeliveryDate: deliveryDate(localDate(request.shipDate, lane.from.longitude), days, saturdays),
    deliveryDateGuaranteed: service.guaranteed,
    zone: lane.zone,
  };
}

const charge = (type: string, name: string, amount: Cents): CarrierCharge => ({ type, name, amount });

const total = (charges: readonly CarrierCharge[]): Cents =>
  cents(charges.reduce((sum, { amount }) => sum + amount, 0));

const extra = (price: SandboxService['signature']): Cents => (typeof price === 'string' ? ZERO : price);

function residential(carrier: SandboxDeclaration, request: ShipmentRequest, lane: Lane): Cents {
  if (lane.international || !carrier.residentialSurcharge) return ZERO;
  // An address of unknown type counts as residential, so that the price cannot rise later.
  const home = request.residential ?? guessAddressType(request.to) !== 'commercial';
  return home ? carrier.residentialSurcharge : ZERO;
}

function oversize(rules: readonly OversizeRule[], parcel: Parcel): Cents {
  const measured = sides(parcel);
  if (!measured) return ZERO;
  const [longest, second, third] = measured;
  const girth = longest + 2 * (second + third);
  const exceeded = rules.filter(
    (rule) =>
      longest > (rule.longestOver ?? Number.POSITIVE_INFINITY) ||
      second > (rule.secondLongestOver ?? Number.POSITIVE_INFINITY) ||
      girth > (rule.lengthPlusGirthOver ?? Number.POSITIVE_INFINITY) ||
      longest * second * third > (rule.cubicInchesOver ?? Number.POSITIVE_INFINITY),
  );
  return cents(Math.max(0, ...exceeded.map((rule) => rule.charge)));
}

function exceedsSize(carrier: SandboxDeclaration, parcel: Parcel): boolean {
  const [longest, second, third] = sides(parcel) ?? [0, 0, 0];
  return longest + 2 * (second + third) > carrier.maxLengthPlusGirth;
}

function tooMuch(carrier: SandboxDeclaration, request: ShipmentRequest): RateError {
  const refuse = (code: string, message: string) => ({ carrier: carrier.code, code, message });
  if (exceedsSize(carrier, request.parcel)) {
    return refuse('too_large', `${carrier.name} does not accept a parcel of this size.`);
  }
  const plain = { ...request, options: { signatureRequired: false, saturdayDelivery: false } };
  const { signatureRequired, saturdayDelivery } = request.options;
  if ((signatureRequired || saturdayDelivery) && rateShipment(carrier, plain).rates.length > 0) {
    return refuse('option_unavailable', `${carrier.name} does not offer these options for this parcel.`);
  }
  return refuse('too_heavy', `${carrier.name} does not accept a parcel of this weight.`);
}

const EUROPE =
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK';
const ASIA_PACIFIC =
  'AU BD BN BT CN FJ HK ID IN JP KH KR LA LK MM MN MO MV MY NC NP NZ PF PG PH SG TH TL TW VN';

const COLUMN_OF = new Map<string, number>([
  ['CA', 0],
  ['MX', 1],
  ...EUROPE.split(' ').map((country): [string, number] => [country, 2]),
  ...ASIA_PACIFIC.split(' ').map((country): [string, number] => [country, 3]),
]);

/** Returns the column of the international tables: Canada, Mexico, Europe, Asia-Pacific, rest of the world. */
export const regionColumn = (country: string): number => COLUMN_OF.get(country.trim().toUpperCase()) ?? 4;
