import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aCustomer, anOrderRow } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { visitAsOwner } from '../../../support/owner-visit';

const ADA = aCustomer({ customerId: 55 });

const services = (state = 'reachable') => ({
  customers: {
    listCustomers: async () => ({ customers: [ADA], total: 60 }),
    getCustomer: async () => ADA,
    getMailState: async () => ({ state, at: new Date('2026-03-01T12:00:00Z'), bounceStatus: '5.1.1' }),
  },
  orders: { listCustomerOrders: async () => ({ orders: [anOrderRow()] }) },
});

describe('the pages of customers', () => {
  it('search the customers page by page', async () => {
    const { gateway, visitor } = await visitAsOwner(services());
    gateway.calls.splice(0);
    const { text, html } = await visitor.open('/customers?q=ada%20l&page=2');
    expect(gateway.calls).toEqual([
      {
        method: 'listCustomers',
        request: { accountId: ACCOUNT_ID, query: 'ada l', page: { page: 2, pageSize: 25 } },
      },
    ]);
    expect(text).toContain('60 customers');
    expect(html).toContain('href="/customers/55"');
    expect(html).toContain('href="/customers?q=ada+l&amp;page=3"');
    expect(html).toContain('value="ada l"');
  });

  it.each(['/customers?page=9', '/customers?q=ada&page=9'])(
    'say that a page after the last is empty: %s',
    async (path) => {
      const listCustomers = async () => ({ customers: [], total: 60 });
      const { visitor } = await visitAsOwner({ customers: { listCustomers } });
      const { text, html } = await visitor.open(path);
      expect(text).toContain('There is nothing on this page.');
      expect(text).not.toContain('No customers');
      expect(html).toContain('page=3"');
    },
  );

  it('show a customer with address, orders and mail state', async () => {
    const { visitor } = await visitAsOwner(services());
    const { text, html } = await visitor.open('/customers/55');
    for (const part of ['K7Q2MX', 'Subscribed', ADA.email, ADA.city]) expect(text).toContain(part);
    expect(html).toContain('href="/orders/1001"');
  });

  it.each([
    ['bounced', 'E-mail bounces', '(status 5.1.1)'],
    ['complained', 'Reported as spam', 'no more marketing e-mail is sent'],
    ['unsubscribed', 'Unsubscribed', 'E-mail about a label is still sent'],
    ['unreachable', 'No e-mail address', 'No e-mail can be sent'],
  ])('explain for a customer who is %s what that means', async (state, badge, sentence) => {
    const { visitor } = await visitAsOwner(services(state));
    const { text, html } = await visitor.open('/customers/55');
    expect(text).toContain(badge);
    expect(text).toContain(sentence);
    const main = html.slice(html.indexOf('<main'));
    expect(main.includes('href="/settings/mail"')).toBe(state === 'bounced');
  });

  it("do not find another account's customer", async () => {
    const absent = services();
    absent.customers.getCustomer = async () => {
      throw new DomainError('not_found', 'customer_not_found', { customerId: 56 });
    };
    const { visitor } = await visitAsOwner(absent);
    for (const id of ['56', '0', '-1', 'x', '1.5'])
      expect((await visitor.open(`/customers/${id}`)).status).toBe(404);
  });
});
