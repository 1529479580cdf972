import { AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { anOrder } from '../../support/contracts';
import { ACCOUNT_ID } from '../../support/fake-auth';
import { rest } from '../../support/rest';
import { startGateway, type TestGateway } from '../../support/start-gateway';

const ORDER = {
  invoiceNumber: 'INV-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  items: [{ itemCode: 'ENGINE-1', quantity: 1 }],
};

/** The shop's clocks are five hours behind UTC in winter, and four in summer. */
const IN_NEW_YORK = {
  outcome: AuthorizeOutcome.GRANTED,
  connectionKind: ConnectionKind.TOKEN,
  appName: '',
  issuedAt: undefined,
  accountId: ACCOUNT_ID,
  timeZone: 'America/New_York',
};

describe('a day in a REST request is a day of the shop', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({
      auth: { authorize: async ({ items }) => ({ authorizations: items.map(() => IN_NEW_YORK) }) },
      orders: {
        createOrder: async () => ({ created: true, order: anOrder() }),
        bulkCreateOrders: async () => ({
          created: 1,
          skipped: 0,
          results: [{ created: true, order: anOrder() }],
        }),
        findOrders: async () => ({ orders: [], total: 0 }),
      },
    });
  });

  const asked = (): unknown => gateway.calls.at(-1)?.request;

  it.each([
    ['2028-02-29', '2028-02-29T05:00:00.000Z'],
    ['2028-03-13', '2028-03-13T04:00:00.000Z'],
    ['2028-02-29T23:30:00', '2028-02-29T23:30:00.000Z'],
    ['2028-02-29T23:30:00-05:00', '2028-03-01T04:30:00.000Z'],
  ])('orderDate %s is %s [REST-O12]', async (orderDate, time) => {
    const date = new Date(time);
    await rest(gateway, 'POST', '/public/order', { ...ORDER, orderDate });
    expect(asked()).toMatchObject({ order: { date } });
    await rest(gateway, 'POST', '/public/orders', [{ ...ORDER, orderDate }]);
    expect(asked()).toMatchObject({ orders: [{ date }] });
  });

  it('a list from and to a day has the whole day, also when the clocks change [REST-O8]', async () => {
    await rest(gateway, 'GET', '/public/orders?from=2028-03-12&to=2028-03-12&updatedFrom=2028-03-12');
    expect(asked()).toMatchObject({
      from: new Date('2028-03-12T05:00:00Z'),
      to: new Date('2028-03-13T04:00:00Z'),
      updatedFrom: new Date('2028-03-12T05:00:00Z'),
    });
  });

  it('a list to a time ends at that time [REST-O8]', async () => {
    await rest(gateway, 'GET', '/public/orders?from=2028-03-12T00:00:00&to=2028-03-12T10:00:00Z');
    expect(asked()).toMatchObject({
      from: new Date('2028-03-12T00:00:00Z'),
      to: new Date('2028-03-12T10:00:00Z'),
    });
  });
});
