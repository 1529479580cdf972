import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aCustomer } from '../../support/contracts';
import { rest } from '../../support/rest';
import { startGateway, type TestGateway } from '../../support/start-gateway';

const REFUSED = {
  success: false,
  code: 'invalid_input',
  error: 'state must be a two-letter state code in the US.',
  fields: [{ field: 'state', message: 'state must be a two-letter state code in the US.' }],
};

describe('the state of a customer [REST-C8]', () => {
  let gateway: TestGateway;
  let known = aCustomer();

  beforeAll(async () => {
    gateway = await startGateway({
      customers: {
        saveCustomer: async () => ({ created: true, customer: known }),
        getCustomer: async ({ customerId }) => {
          if (customerId !== known.customerId) {
            throw new DomainError('not_found', 'customer_not_found', { customerId });
          }
          return known;
        },
      },
    });
  });
  beforeEach(() => {
    known = aCustomer();
    gateway.calls.length = 0;
  });

  const create = (place: object) =>
    rest(gateway, 'POST', '/public/customer', { email: 'ada@example.com', ...place });
  const change = (place: object, id = known.customerId) =>
    rest(gateway, 'PUT', `/public/customer/${id}`, place);
  const calls = () => gateway.calls.map(({ method }) => method);

  it.each([
    { state: 'Texas' },
    { state: 'T' },
    { state: '12' },
    { state: 'Texas', country: '' },
    { state: 'Texas', country: null },
    { state: 'Texas', country: 'us' },
  ])('is refused for a new customer in the US unless it is a two-letter code: %j', async (place) => {
    expect(await create(place)).toMatchObject({ status: 400, body: REFUSED });
    expect(calls()).toEqual([]);
  });

  it.each([
    { state: 'TX' },
    { state: 'tx', country: 'US' },
    { state: ' TX ' },
    { state: '' },
    { state: null },
    {},
    { state: 'Greater London', country: 'GB' },
  ])('is accepted for a new customer as a code, when empty, or in any form abroad: %j', async (place) => {
    expect((await create(place)).status).toBe(201);
  });

  it('is checked for an existing customer by the present or the new country', async () => {
    expect(await change({ state: 'Texas' })).toMatchObject({ status: 400, body: REFUSED });
    known = aCustomer({ country: '' });
    expect((await change({ state: 'Texas' })).status).toBe(400);
    known = aCustomer({ state: 'Ontario', country: 'CA' });
    expect((await change({ state: 'Texas', country: 'US' })).status).toBe(400);
    expect(calls()).not.toContain('saveCustomer');

    expect((await change({ state: 'Quebec' })).status).toBe(200);
    known = aCustomer();
    expect((await change({ state: 'Ontario', country: 'CA' })).status).toBe(200);
  });

  it('with a long name from an assistant or an import can be read, sent back unchanged, and stays when other fields change', async () => {
    known = aCustomer({ state: 'Texas' });
    const { body } = await rest(gateway, 'GET', `/public/customer/${known.customerId}`);
    expect(body.result.state).toBe('Texas');
    expect((await change(body.result)).status).toBe(200);
    expect((await change({ phone: '2125550123' })).status).toBe(200);
    expect((await change({ state: 'Nevada' })).status).toBe(400);
  });

  it('costs no further call when it is a code', async () => {
    await change({ state: 'TX' });
    expect(calls()).toEqual(['saveCustomer']);
  });

  it('of an unknown customer gets 404', async () => {
    expect(await change({ state: 'Texas' }, 999)).toMatchObject({
      status: 404,
      body: { error: 'Customer 999 was not found in this account.' },
    });
  });
});
