import { z } from 'zod';
import { countryOfPostcode } from '../../values/country-of-postcode';
import { countryCode, flag, optionalText, text } from '../arguments/fields';
import { defineTool, READS } from '../tool';
import { parcelFields, presentQuote, sidesTogether, toParcel } from './rating';

const input = z
  .object({
    to_zip: text('Destination ZIP or postal code, as a string.', { max: 20 }),
    ...parcelFields,
    to_country: countryCode(),
    to_state: optionalText('Destination state or province code; a US ZIP implies it.', { max: 50 }),
    to_city: optionalText('Destination city; a US ZIP implies it.', { max: 100 }),
    from_zip: optionalText('US ZIP to ship from. Default: the ship-from address of the account.', {
      max: 20,
    }),
    residential: flag('true for a home, false for a business. Omitted: a home.'),
  })
  .refine(...sidesTogether);

/** @see [MCP-S13] */
export const quoteShipping = defineTool({
  name: 'quote_shipping',
  title: 'Quote shipping',
  description:
    'Carrier rates to a destination, without an order, cheapest first, in US dollars; delivery_days are working days. Saves nothing. These rates cannot buy a label: create an order and use get_rates.',
  ...READS,
  hints: { openWorld: true },
  input,
  async run(args, { caller, clients }) {
    const { rates, errors } = await clients.shipping.quoteShipping(caller, {
      toZip: args.to_zip,
      toCountry: args.to_country || countryOfPostcode(args.to_zip) || '',
      toState: args.to_state ?? '',
      toCity: args.to_city ?? '',
      fromZip: args.from_zip ?? '',
      parcel: toParcel(args),
      residential: args.residential,
    });
    return { rates: rates.map(presentQuote), errors };
  },
});
