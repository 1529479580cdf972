import type { RateError } from '@parcelyard/contracts/shipping';
import { type Cents, cents } from '@parcelyard/money/cents';
import { fromDollars } from '@parcelyard/money/dollars';
import { sumCents } from '@parcelyard/money/sum-cents';
import type { BoughtLabel, CarrierCharge, CarrierRate, LabelReference } from '../carrier-port';
import { cheapestByService } from '../cheapest-by-service';
import type { ShipengineCarrier } from './shipengine-carriers';
import { isOperators } from './shipengine-error';
import type { ShipengineLabel, ShipengineRate, ShipengineRates } from './shipengine-shapes';

/** A rate, with ShipEngine's id that is needed to buy it. */
export interface OfferedRate {
  readonly id: string;
  readonly rate: CarrierRate;
}

/**
 * Returns the cheapest rate of each service that we know. If there is none, returns ShipEngine's messages about this
 * carrier.
 * @param accounts the ids that ShipEngine uses for our accounts with this carrier
 */
export function offeredRates(
  carrier: ShipengineCarrier,
  { rate_response }: Pick<ShipengineRates, 'rate_response'>,
  accounts: readonly string[],
): { readonly offered: readonly OfferedRate[]; readonly messages: readonly RateError[] } {
  const own = (rate_response.rates ?? []).filter(({ carrier_id }) => accounts.includes(carrier_id));
  const rows = own.flatMap((one) => toRate(carrier, one) ?? []);
  const offered = cheapestByService(rows, ({ rate }) => rate);
  return { offered, messages: offered.length > 0 ? [] : messagesOf(carrier, rate_response, accounts) };
}

function messagesOf(
  { code, name }: ShipengineCarrier,
  { errors, invalid_rates }: ShipengineRates['rate_response'],
  accounts: readonly string[],
): RateError[] {
  const concerned = (errors ?? []).filter(({ carrier_id }) => !carrier_id || accounts.includes(carrier_id));
  const refused = concerned.map((problem) =>
    isOperators(200, problem)
      ? { carrier: code, code: 'unavailable', message: `${name} is not available at the moment.` }
      : { carrier: code, code: problem.error_code, message: problem.message },
  );
  const invalid = (invalid_rates ?? [])
    .filter(({ carrier_id }) => accounts.includes(carrier_id))
    .flatMap(({ error_messages }) => error_messages ?? [])
    .map((message) => ({ carrier: code, code: 'rate_error', message }));
  const all = [...refused, ...invalid].filter(({ message }) => message !== '');
  return all.filter(({ message }, at) => all.findIndex((one) => one.message === message) === at);
}

function toRate(carrier: ShipengineCarrier, rate: ShipengineRate): OfferedRate | undefined {
  const serviceLevel = carrier.codes[rate.service_code];
  const amounts = [rate.shipping_amount, rate.confirmation_amount, rate.other_amount, rate.tax_amount];
  const isDollars = amounts.every((one) => !one || one.currency.toLowerCase() === 'usd');
  if (!serviceLevel || !isDollars) return undefined;
  const charge = (type: string, name: string, money: { amount: number } | null | undefined) =>
    money && money.amount !== 0 ? [{ type, name, amount: fromDollars(money.amount) }] : [];
  const charges: CarrierCharge[] = [
    ...charge('base', 'Postage', rate.shipping_amount),
    ...charge('signature', 'Signature', rate.confirmation_amount),
    ...charge('other', 'Surcharges', rate.other_amount),
    ...charge('tax', 'Tax', rate.tax_amount),
  ];
  const amount = sumCents(...charges.map((one) => one.amount));
  if (amount <= 0) return undefined;
  const retail = rate.requested_comparison_amount;
  const date = rate.estimated_delivery_date?.slice(0, 10);
  return {
    id: rate.rate_id,
    rate: {
      carrier: carrier.code,
      serviceLevel,
      method: nameOf(carrier, serviceLevel),
      amount,
      currency: 'USD',
      retailAmount: cents(Math.max(amount, retail ? fromDollars(retail.amount) : 0)),
      charges,
      deliveryDays: rate.delivery_days ?? undefined,
      estimatedDeliveryDate: date || undefined,
      deliveryDateGuaranteed: rate.guaranteed_service ?? false,
      zone: rate.zone ?? undefined,
    },
  };
}

const nameOf = ({ services }: ShipengineCarrier, serviceLevel: string): string =>
  services[serviceLevel] ?? serviceLevel;

/** @param reference the reference that we have stored for the label's shipment */
export function boughtLabel(
  carrier: ShipengineCarrier,
  label: ShipengineLabel,
  { accountId, reference }: LabelReference,
): BoughtLabel {
  const serviceLevel = carrier.codes[label.service_code] ?? label.service_code;
  const trackingNumber = label.tracking_number ?? '';
  const { address_line1 = '', postal_code = '', country_code = '' } = label.ship_to ?? {};
  return {
    accountId,
    // ShipEngine's own value. It is compared with the request, so that a label of another purchase is noticed.
    reference: label.external_shipment_id ?? reference,
    carrier: carrier.kinds.includes(label.carrier_code) ? carrier.code : label.carrier_code,
    serviceLevel,
    method: nameOf(carrier, serviceLevel),
    trackingNumber,
    carrierTrackingUrl: carrier.trackingUrl(trackingNumber),
    charged: fromDollars(label.shipment_cost.amount),
    destination: label.ship_to
      ? { street1: address_line1, zip: postal_code, country: country_code }
      : undefined,
    insuredValue: insuredValue(label),
    status: statusOf(label),
    boughtAt: new Date(label.created_at),
    documents: label.form_download?.href ? ['label', 'form'] : ['label'],
  };
}

const insuredValue = ({ packages }: ShipengineLabel): Cents =>
  sumCents(...(packages ?? []).map(({ insured_value }) => fromDollars(insured_value?.amount ?? 0)));

/**
 * Returns the status of a label. ShipEngine's Refund Assist voids unused labels by itself, and the carrier accepts or
 * rejects such a void later. Until Refund Assist has sent its request to the carrier, the label's own fields `status`
 * and `voided` decide.
 */
export function statusOf({ status, voided, refund_details }: ShipengineLabel): BoughtLabel['status'] {
  const refund = refund_details?.refund_status;
  if (refund === 'pending') return 'void_pending';
  if (refund === 'approved') return 'voided';
  if (refund === 'rejected') return 'purchased';
  return voided || status === 'voided' ? 'voided' : 'purchased';
}
