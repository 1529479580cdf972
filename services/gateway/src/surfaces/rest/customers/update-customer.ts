import type { Customer } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { z } from 'zod';
import { optionalText, pathId } from '../fields';
import { EXAMPLE_CUSTOMER, EXAMPLE_CUSTOMER_ID } from '../openapi/example-values';
import { invalidInput, RestRefusal } from '../rest-refusal';
import { defineRoute, ok } from '../route';
import { countryField, customerFields, customerSchema, presentCustomer } from './customer-schema';
import { fitsCountry, type Place, STATE_RULE } from './state-rule';

/** @see [REST-C5], [REST-C6] */
export const updateCustomer = defineRoute({
  operationId: 'updateCustomer',
  method: 'PUT',
  path: '/public/customer/{id}',
  tag: 'Customers',
  summary: 'Update a customer',
  description:
    'Changes only the given fields; an empty text or null empties the field. The stored `state` may always be sent back, even if it breaks a rule.',
  params: z.object({ id: pathId('Customer', 'Id of the customer.') }),
  body: z
    .object({
      email: optionalText(
        'The stored e-mail address, or the first address of a customer without one. Any other address is refused.',
        { max: 254 },
      ),
      ...customerFields,
      country: countryField('unchanged if left out'),
    })
    .meta({ id: 'CustomerChanges' }),
  answers: { 200: z.object({ result: customerSchema }) },
  refusals: {
    400: {
      description: '`Email Change Not Supported`, or the request is invalid.',
      codes: ['invalid_input'],
    },
  },
  example: {
    params: { id: EXAMPLE_CUSTOMER_ID },
    body: { phone: '2125550123' },
    answer: { result: { ...EXAMPLE_CUSTOMER, phone: '2125550123' } },
  },
  async run({ params, body }, { caller, clients }) {
    if (!fitsCountry(body)) {
      const known = await clients.customers.getCustomer(caller, { customerId: params.id });
      if (!isStateTaken(body, known)) {
        throw invalidInput([{ field: 'state', message: `state ${STATE_RULE}.` }]);
      }
    }
    const { customer } = await clients.customers
      .saveCustomer(caller, { ...body, customerId: params.id, onlyAdd: false, clearBlanks: true })
      .catch((error: unknown) => {
        throw emailChange(error) ?? error;
      });
    if (!customer) throw new Error('The address book did not return a customer.');
    return ok({ result: presentCustomer(customer) });
  },
});

/**
 * True when the state may be saved. It must fit the new country or, if the change has no country, the customer's
 * country. An unchanged state may be saved even if it does not fit.
 */
const isStateTaken = (change: Place, known: Customer): boolean =>
  change.state === known.state ||
  fitsCountry({ state: change.state, country: change.country ?? known.country });

const emailChange = (error: unknown): RestRefusal | undefined =>
  error instanceof DomainError && error.reason === 'customer_email_fixed'
    ? new RestRefusal('invalid_input', 'Email Change Not Supported', { cause: error })
    : undefined;
