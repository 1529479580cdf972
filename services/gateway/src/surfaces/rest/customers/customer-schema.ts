import type { Customer } from '@parcelyard/contracts/customers';
import { z } from 'zod';
import { optionalText, patternedText } from '../fields';

/** @param absent what a request without the field means */
export const countryField = (absent: string) =>
  z
    .string()
    .regex(/^([A-Za-z]{2})?$/, 'must be a two-letter country code')
    .meta({ description: `Two-letter country code; ${absent}.` })
    .optional();

/** Fields of a customer that can be set and changed. The e-mail address can only be set once. */
export const customerFields = {
  firstName: optionalText('First name.', { max: 100 }),
  lastName: optionalText('Last name.', { max: 100 }),
  company: optionalText('Company.', { max: 100 }),
  phone: optionalText('Phone number.', { max: 50 }),
  address1: optionalText('Street and number.', { max: 200 }),
  address2: optionalText('Second address line.', { max: 200 }),
  address3: optionalText('Third address line.', { max: 200 }),
  city: optionalText('City.', { max: 100 }),
  state: optionalText('Two-letter state code in the US; any text in other countries.', {
    max: 50,
  }),
  zip: optionalText('Postal code, as text.', { max: 20 }),
  country: countryField('US if left out'),
};

const EMAIL_RULE = 'must be an e-mail address such as name@example.com';

export const customerEmail = patternedText(
  'E-mail address by which orders find the customer. It cannot be changed.',
  // Ranges, because the document publishes this pattern and languages disagree on \p{Cc}. ASCII only, because higher
  // bytes are a syntax error in Ruby and part of a letter in PHP.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address with control characters is refused
  // biome-ignore lint/complexity/noUselessEscapeInRegex: Java takes a bare bracket for a class within the class
  /^\s*[^\s@<>()\[\]\\,;:"\x00-\x1f\x7f]+@[^\s@<>()\[\]\\,;:"\x00-\x1f\x7f]+\s*$/,
  EMAIL_RULE,
  { max: 254 },
).refine((value) => !/[\x80-\x9f]/.test(value), EMAIL_RULE);

/**
 * Fields of a customer that REST does not show. TypeScript reports an error if a field is neither here nor in the
 * schema.
 */
type NotShown =
  | 'accountId'
  | 'customerId'
  | 'subscribed'
  | 'createdAt'
  | 'orderCount'
  | 'lastOrderAt'
  | 'emailBouncedAt';

/** @see [REST-C3] */
export const customerSchema = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.string(),
    email: z.string(),
    phone: z.string(),
    address1: z.string(),
    address2: z.string(),
    address3: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  } satisfies Record<'id' | Exclude<keyof Customer, NotShown>, z.ZodType>)
  .meta({ id: 'Customer', description: 'A record of the address book. Texts without a value are empty.' });

export const presentCustomer = (customer: Customer): z.infer<typeof customerSchema> => ({
  id: customer.customerId,
  firstName: customer.firstName,
  lastName: customer.lastName,
  company: customer.company,
  email: customer.email,
  phone: customer.phone,
  address1: customer.address1,
  address2: customer.address2,
  address3: customer.address3,
  city: customer.city,
  state: customer.state,
  zip: customer.zip,
  country: customer.country || 'US',
});
