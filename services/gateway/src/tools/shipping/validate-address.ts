import type { Address } from '@parcelyard/contracts/common';
import { z } from 'zod';
import { textOrNull } from '../../values/nullable';
import { as, optionalText, text } from '../arguments/fields';
import { toAddress } from '../orders/new-order';
import { presentAddressMessages } from '../orders/present-order';
import { defineTool, type Payload, READS } from '../tool';

const input = z
  .object({
    street1: text('Street and number.', { max: 100 }),
    street2: optionalText('Apartment, suite, floor.', { max: 100 }),
    city: optionalText('City. Needed without zip.', { max: 100 }),
    state: optionalText('State code, such as TX. Needed without zip.', { max: 50 }),
    zip: optionalText('ZIP, as a string (a number loses its leading zero). Give it, or city and state.', {
      max: 20,
    }),
  })
  .refine((args) => given(args.zip) || (given(args.city) && given(args.state)), {
    ...as('sentence'),
    error: 'zip is required, unless city and state are both given.',
  });

const given = (value: string | undefined): boolean => (value ?? '').trim() !== '';

/** @see [MCP-S11] */
export const validateAddress = defineTool({
  name: 'validate_address',
  title: 'Validate address',
  description:
    'Checks a US address and writes it in the postal standard form. status is verified (a carrier knows street and number), plausible (only ZIP, city and state fit), corrected, warning or error; matched_address is null when the address was not found; its zip is null when the ZIP is not certain. Changes nothing.',
  ...READS,
  hints: { openWorld: true },
  input,
  async run(args, { caller, clients }) {
    const validation = await clients.shipping.validateAddress(caller, {
      address: toAddress({
        ...args,
        name: '',
        country: 'US',
        city: args.city ?? '',
        state: args.state ?? '',
        zip: args.zip ?? '',
      }),
    });
    return {
      status: validation.status,
      original_address: presentAddress(validation.originalAddress),
      matched_address: presentAddress(validation.matchedAddress),
      changed_fields: validation.changedFields,
      address_type: validation.addressType,
      messages: presentAddressMessages(validation.messages),
    };
  },
});

const presentAddress = (address: Address | undefined): Payload | null =>
  address
    ? {
        street1: address.street1,
        street2: textOrNull(address.street2),
        city: textOrNull(address.city),
        state: textOrNull(address.state),
        zip: textOrNull(address.zip),
        country: address.country || 'US',
      }
    : null;
