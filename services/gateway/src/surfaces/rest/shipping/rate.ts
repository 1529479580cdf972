import { fromDollars, toDollars } from '@parcelyard/money/dollars';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { z } from 'zod';
import { MAX_AMOUNT } from '../fields';
import { EXAMPLE_RATE_REQUEST, EXAMPLE_RATE_RESULT } from '../openapi/example-rates';
import { invalidInput, RestRefusal } from '../rest-refusal';
import { defineRoute, ok } from '../route';
import { restSentence } from '../wording';
import { type RateRequest, rateRequestSchema, rateResultSchema } from './rate-request-schema';

/** @see [REST-R1] */
export const rate = defineRoute({
  operationId: 'rate',
  method: 'POST',
  reads: true,
  path: '/public/rate',
  tag: 'Shipping',
  summary: 'Rate a shipment',
  description:
    'Returns the cheapest rate from one address to another, without an order. Field names are PascalCase. Nothing is saved, and no label can be bought with this rate.',
  body: rateRequestSchema,
  answers: { 200: z.object({ result: rateResultSchema }) },
  refusals: {
    422: { description: 'No carrier offers a rate for this shipment.', codes: ['carrier_refused'] },
  },
  example: { body: EXAMPLE_RATE_REQUEST, answer: { result: EXAMPLE_RATE_RESULT } },
  async run({ body }, { caller, clients }) {
    const {
      rates,
      errors,
      insuranceCents = 0,
    } = await clients.shipping.quoteShipping(caller, toQuote(body)).catch((error: unknown) => {
      throw withFieldOfRoute(error) ?? error;
    });
    const [cheapest] = rates;
    if (cheapest)
      return ok({ result: present(body, cheapest.method, cheapest.amountCents + insuranceCents) });
    throw new RestRefusal(
      'carrier_refused',
      errors[0]?.message ?? 'No carrier offers a rate for this parcel and destination.',
    );
  },
});

function toQuote(request: RateRequest) {
  const { FromAddress, ToAddress, BoxInformation, ShippingInformation } = request;
  const { Weight, Length, Width, Height } = BoxInformation;
  return {
    toZip: ToAddress.Zip.trim(),
    toCountry: ToAddress.Country.trim(),
    toState: ToAddress.State ?? '',
    toCity: ToAddress.City ?? '',
    fromZip: FromAddress.Zip.trim(),
    parcel: { weightOz: Weight, length: Length, width: Width, height: Height },
    signatureRequired: ShippingInformation?.SignatureRequired,
    saturdayDelivery: ShippingInformation?.SaturdayDelivery,
    insuredValueCents: ShippingInformation?.Insurance ? goodsValue(request) : undefined,
  };
}

/** Returns the value to insure, in cents. */
function goodsValue({ Total, Subtotal, Items = [] }: RateRequest): number {
  const total = Total ?? Subtotal;
  if (total !== undefined) return fromDollars(total);
  const values = Items.map(({ Price = 0, Quantity = '1' }) => fromDollars(Price) * Number(Quantity));
  const value = values.reduce((sum, each) => sum + each, 0);
  if (value <= fromDollars(MAX_AMOUNT)) return value;
  throw invalidInput([{ field: 'Items', message: `Items must be worth at most ${MAX_AMOUNT} in all.` }]);
}

const FIELDS: Readonly<Record<string, string>> = {
  to_zip: 'ToAddress.Zip',
  to_country: 'ToAddress.Country',
  from_zip: 'FromAddress.Zip',
  weight_oz: 'BoxInformation.Weight',
  length: 'BoxInformation.Length',
  width: 'BoxInformation.Width',
  height: 'BoxInformation.Height',
};

/** Converts the error into a refusal that uses the field's name in this route. */
function withFieldOfRoute(error: unknown): RestRefusal | undefined {
  if (!(error instanceof DomainError) || error.code !== 'invalid_argument') return undefined;
  const field = FIELDS[error.field ?? ''];
  if (field === undefined) return undefined;
  return invalidInput([{ field, message: restSentence(error, { fieldName: () => field }) }]);
}

function present(body: RateRequest, method: string, costCents: number): z.infer<typeof rateResultSchema> {
  const {
    SaturdayDelivery = false,
    SignatureRequired = false,
    Insurance = false,
  } = body.ShippingInformation ?? {};
  const { Weight, Length, Height, Width, PackageType } = body.BoxInformation;
  return {
    FromAddress: presentAddress(body.FromAddress),
    ToAddress: presentAddress(body.ToAddress),
    BoxInformation: { Weight, Length, Height, Width, PackageType },
    ShippingInformation: { SaturdayDelivery, SignatureRequired, Insurance, ShippingMethod: method },
    ShipmentInformation: {
      RateId: null,
      TrackingNumber: null,
      LabelUrl: null,
      Base64Label: null,
      Base64Form: null,
      ShippingCost: toDollars(costCents),
    },
    Total: dollarsOrNull(body.Total),
    SalesTax: dollarsOrNull(body.SalesTax),
    Handling: dollarsOrNull(body.Handling),
    Subtotal: dollarsOrNull(body.Subtotal),
    Shipping: dollarsOrNull(body.Shipping),
    Discount: dollarsOrNull(body.Discount),
    InvoiceNumber: body.InvoiceNumber ?? null,
  };
}

const presentAddress = (address: RateRequest['FromAddress']) => ({
  FirstName: address.FirstName ?? null,
  LastName: address.LastName ?? null,
  Email: address.Email ?? null,
  Phone: address.Phone ?? null,
  Address1: address.Address1 ?? null,
  Address2: address.Address2 ?? null,
  Address3: address.Address3 ?? null,
  City: address.City ?? null,
  State: address.State ?? null,
  Zip: address.Zip,
  Country: address.Country,
});

/** Returns the amount rounded to the cent, like every stored amount. */
const dollarsOrNull = (amount: number | undefined) =>
  amount === undefined ? null : toDollars(fromDollars(amount));
