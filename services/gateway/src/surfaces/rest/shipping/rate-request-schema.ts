import { z } from 'zod';
import { amount, flag, optionalText, positiveNumber, text } from '../fields';
import { isZipOrBlank, publishedZipRule, US_ZIP, zipFitsCountry } from './zip-rule';

const addressFields = {
  FirstName: optionalText('First name.', { max: 100 }),
  LastName: optionalText('Last name.', { max: 100 }),
  Email: optionalText('E-mail.', { max: 254 }),
  Phone: optionalText('Phone number.', { max: 50 }),
  Address1: optionalText('Street and number.', { max: 200 }),
  Address2: optionalText('Second address line.', { max: 200 }),
  Address3: optionalText('Third address line.', { max: 200 }),
  City: optionalText('City.', { max: 100 }),
  State: optionalText('State or province code.', { max: 50 }),
  Zip: text('ZIP or postal code, as text.', { max: 20 }),
  Country: z
    .string()
    .regex(/^\s*[A-Za-z]{2}\s*$/, 'must be a two-letter country code')
    .meta({ description: 'Two-letter country code.' }),
};

const isUnitedStates = (country: string): boolean => country.trim().toUpperCase() === 'US';

const addressSchema = z
  .object(addressFields)
  .superRefine(zipFitsCountry('Zip', 'Country'))
  .meta({ id: 'RateAddress', ...publishedZipRule('Zip', 'Country') });

const originSchema = z
  .object({
    ...addressFields,
    Zip: addressFields.Zip.superRefine(isZipOrBlank).meta({ description: 'ZIP, as text.', ...US_ZIP }),
    Country: addressFields.Country.refine(isUnitedStates, {
      error: 'must be US, because labels are sold only for parcels from the US',
    }).meta({
      description: 'US, because labels are sold only for parcels from the US.',
      pattern: '^\\s*[Uu][Ss]\\s*$',
    }),
  })
  .meta({ id: 'RateOrigin' });

const side = (name: string) => positiveNumber(`${name} in inches.`, { max: 1_000 });

const boxSchema = z
  .object({
    Weight: positiveNumber('Weight in ounces.', { max: 100_000 }),
    Length: side('Length'),
    Height: side('Height'),
    Width: side('Width'),
    PackageType: z.enum(['Box', 'Softpack'], {
      error: (issue) => (issue.input === undefined ? 'is required' : 'must be Box or Softpack'),
    }),
  })
  .meta({ id: 'BoxInformation' });

const itemSchema = z
  .object({
    ItemCode: optionalText('Your code of the item.', { max: 100 }),
    UPC: optionalText('UPC.', { max: 50 }),
    Price: amount('Price of one piece.').optional(),
    Quantity: z
      .string()
      .regex(/^\s*\d{1,6}(\.0+)?\s*$/, 'must be a whole number as text')
      .meta({ description: 'Number of pieces, as text.' })
      .optional(),
    HTSCode: optionalText('Harmonized tariff code.', { max: 20 }),
    Weight: positiveNumber('Weight in ounces.', { max: 100_000 }).optional(),
  })
  .meta({ id: 'RateItem' });

/** Amounts of an order that the answer repeats. */
const amountFields = {
  Total: amount('Order total.').optional(),
  SalesTax: amount('Sales tax.').optional(),
  Handling: amount('Handling.').optional(),
  Subtotal: amount('Subtotal.').optional(),
  Shipping: amount('Shipping charged to the buyer.').optional(),
  Discount: amount('Discount.').optional(),
};

/** @see [REST-R1], [REST-R2] */
export const rateRequestSchema = z
  .object({
    FromAddress: originSchema,
    ToAddress: addressSchema,
    BoxInformation: boxSchema,
    ShippingInformation: z
      .object({
        SaturdayDelivery: flag('Ask for delivery on Saturday.'),
        SignatureRequired: flag('Ask for a signature on delivery.'),
        Insurance: flag(
          'Add insurance for the value of `Total`, of `Subtotal` if there is no `Total`, or of `Items` if there is neither. Purchased labels are insured according to the settings of the account.',
        ),
      })
      .meta({ id: 'ShippingInformation' })
      .optional(),
    Items: z.array(itemSchema).max(500, 'must hold at most 500 items').optional(),
    ...amountFields,
    InvoiceNumber: optionalText('Returned unchanged.', { max: 100 }),
  })
  .meta({ id: 'RateRequest' });

export type RateRequest = z.output<typeof rateRequestSchema>;

const given = z.string().nullable();
const money = z.number().nullable();

const resultAddress = z
  .object({
    FirstName: given,
    LastName: given,
    Email: given,
    Phone: given,
    Address1: given,
    Address2: given,
    Address3: given,
    City: given,
    State: given,
    Zip: z.string(),
    Country: z.string(),
  })
  .meta({ id: 'RatedAddress' });

/** Fields that the request did not have are null in the result. */
export const rateResultSchema = z
  .object({
    FromAddress: resultAddress,
    ToAddress: resultAddress,
    BoxInformation: z
      .object({
        Weight: z.number(),
        Length: z.number(),
        Height: z.number(),
        Width: z.number(),
        PackageType: z.string(),
      })
      .meta({ id: 'RatedBox' }),
    ShippingInformation: z
      .object({
        SaturdayDelivery: z.boolean(),
        SignatureRequired: z.boolean(),
        Insurance: z.boolean(),
        ShippingMethod: z.string(),
      })
      .meta({ id: 'RatedShipping' }),
    ShipmentInformation: z
      .object({
        RateId: given.meta({ description: 'null, because a rate without an order cannot be bought.' }),
        TrackingNumber: given,
        LabelUrl: given,
        Base64Label: given,
        Base64Form: given,
        ShippingCost: z
          .number()
          .meta({ description: 'Postage, plus the insurance if it was requested. In US dollars.' }),
      })
      .meta({ id: 'RatedShipment' }),
    Total: money,
    SalesTax: money,
    Handling: money,
    Subtotal: money,
    Shipping: money,
    Discount: money,
    InvoiceNumber: given,
  })
  .meta({ id: 'RateResult' });
