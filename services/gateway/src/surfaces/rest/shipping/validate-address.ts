import type { Address } from '@parcelyard/contracts/common';
import { BLANK_ADDRESS } from '@parcelyard/service-kit/addresses/blank-address';
import { z } from 'zod';
import { textOrNull } from '../../../values/nullable';
import { NOT_BLANK, optionalText, text } from '../fields';
import { EXAMPLE_ADDRESS } from '../openapi/example-values';
import { defineRoute, ok } from '../route';
import { restField } from '../wording';
import { addressMessageSchema, presentAddressMessage } from './rating-schema';

const bodySchema = z
  .object({
    address1: text('Street and number.', { max: 100 }),
    address2: optionalText('Apartment, suite, floor.', { max: 100 }),
    city: optionalText('City. Required together with state if zip is left out.', { max: 100 }),
    state: optionalText('State code, such as TX. Required together with city if zip is left out.', {
      max: 50,
    }),
    zip: optionalText('ZIP, as text. Required unless city and state are given.', { max: 20 }),
  })
  .refine(({ zip, city, state }) => isGiven(zip) || (isGiven(city) && isGiven(state)), {
    path: ['zip'],
    error: 'is required, unless city and state are both given',
  })
  .meta({
    id: 'AddressInput',
    // The rule of `refine` as JSON Schema, for the published document.
    if: { required: ['zip'], properties: { zip: NOT_BLANK } },
    else: { required: ['city', 'state'], properties: { city: NOT_BLANK, state: NOT_BLANK } },
  });

const isGiven = (value: string | undefined): boolean => (value ?? '').trim() !== '';

const addressSchema = z
  .object({
    address1: z.string(),
    address2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'PostalAddress' });

const resultSchema = z
  .object({
    status: z.string().meta({
      description:
        'verified (a carrier or a seller compared street and house number), plausible (only ZIP, city and state were compared), corrected, warning or error.',
    }),
    originalAddress: addressSchema,
    matchedAddress: addressSchema.nullable().meta({
      description:
        'The address in the postal standard form; null if it was not found. Its zip is null if several ZIPs are possible.',
    }),
    changedFields: z
      .array(z.string())
      .meta({ description: 'Fields of matchedAddress that differ from originalAddress.' }),
    addressType: z.string().meta({ description: 'residential, commercial or unknown.' }),
    messages: z.array(addressMessageSchema),
  })
  .meta({ id: 'AddressValidation' });

const EXAMPLE_CHECKED = { ...EXAMPLE_ADDRESS, address2: null };

/** @see [REST-R7] */
export const validateAddress = defineRoute({
  operationId: 'validateAddress',
  method: 'POST',
  reads: true,
  path: '/public/validate-address',
  tag: 'Shipping',
  summary: 'Check a US address',
  description:
    'Returns the address in the postal standard form and saves nothing. An address with problems is not a failure: the answer is 200, and `messages` lists the problems.',
  body: bodySchema,
  answers: { 200: z.object({ result: resultSchema }) },
  example: {
    body: { address1: '350 5th Avenue', city: 'New York', state: 'NY', zip: '10118' },
    answer: {
      result: {
        status: 'plausible',
        originalAddress: { ...EXAMPLE_CHECKED, address1: '350 5th Avenue' },
        matchedAddress: EXAMPLE_CHECKED,
        changedFields: ['address1'],
        addressType: 'commercial',
        messages: [
          {
            code: 'street_not_checked',
            field: 'address1',
            message: 'Only ZIP, city and state were compared: street and house number were not checked.',
            suggestion: null,
          },
        ],
      },
    },
  },
  async run({ body }, { caller, clients }) {
    const checked = await clients.shipping.validateAddress(caller, { address: toAddress(body) });
    const { status, originalAddress, matchedAddress, changedFields, addressType, messages } = checked;
    const result: z.infer<typeof resultSchema> = {
      status,
      originalAddress: present(originalAddress ?? toAddress(body)),
      matchedAddress: matchedAddress ? present(matchedAddress) : null,
      changedFields: changedFields.map(restField),
      addressType,
      messages: messages.map(presentAddressMessage),
    };
    return ok({ result });
  },
});

const toAddress = ({ address1, address2, city, state, zip }: z.output<typeof bodySchema>): Address => ({
  ...BLANK_ADDRESS,
  street1: address1,
  street2: address2 ?? '',
  city: city ?? '',
  state: state ?? '',
  zip: zip ?? '',
  country: 'US',
});

const present = (address: Address): z.infer<typeof addressSchema> => ({
  address1: address.street1,
  address2: textOrNull(address.street2),
  city: textOrNull(address.city),
  state: textOrNull(address.state),
  zip: textOrNull(address.zip),
  country: address.country || 'US',
});
