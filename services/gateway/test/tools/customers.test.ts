import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aCustomer, anOrderRow } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

const presented = {
  ...{ customer_id: 55, first_name: 'Ada', last_name: 'Lovelace', company: null, email: 'ada@example.com' },
  ...{ phone: '2125550142', address1: '350 5th Ave', address2: null, address3: null, city: 'New York' },
  ...{ state: 'NY', zip: '10118', country: 'US', subscribed: true, order_count: 3 },
  ...{ last_order_at: '2026-02-20T15:30:00', created_at: '2026-01-01T00:00:00' },
};

it('list_customers answers rows with the page as applied [MCP-C1] [MCP-L3]', async () => {
  const gateway = await startGateway({
    customers: { listCustomers: async () => ({ customers: [aCustomer()], total: 41 }) },
  });
  const { data } = await callTool(gateway, 'list_customers', { query: ' ada ', page: 0, page_size: 99 });
  expect(gateway.calls).toEqual([
    {
      method: 'listCustomers',
      request: { accountId: ACCOUNT_ID, query: 'ada', page: { page: 1, pageSize: 50 } },
    },
  ]);
  expect(data).toEqual({ customers: [presented], page: 1, page_size: 50, total: 41 });
});

describe('get_customer', () => {
  it('answers the record with the newest orders [MCP-C2]', async () => {
    const gateway = await startGateway({
      customers: { getCustomer: async () => aCustomer() },
      orders: { listCustomerOrders: async () => ({ orders: [anOrderRow()] }) },
    });
    const { data } = await callTool(gateway, 'get_customer', { customer_id: 55 });
    const request = { accountId: ACCOUNT_ID, customerId: 55 };
    expect(gateway.calls).toEqual([
      { method: 'getCustomer', request },
      { method: 'listCustomerOrders', request: { ...request, limit: 10 } },
    ]);
    expect(data).toEqual({
      ...presented,
      recent_orders: [expect.objectContaining({ order_id: 1001, status: 'Ready to ship', total: 48.5 })],
    });
  });

  it('who never ordered has no last order, and no orders', async () => {
    const gateway = await startGateway({
      customers: { getCustomer: async () => aCustomer({ orderCount: undefined, lastOrderAt: undefined }) },
      orders: { listCustomerOrders: async () => ({ orders: [] }) },
    });
    const { data } = await callTool(gateway, 'get_customer', { customer_id: 55 });
    expect(data).toMatchObject({ order_count: 0, last_order_at: null, recent_orders: [] });
  });

  it('an absent one is refused in the words of the service [MCP-E9]', async () => {
    const sentence = 'Customer 55 was not found in this account.';
    const gateway = await startGateway({
      customers: {
        getCustomer: () => Promise.reject(new DomainError('not_found', 'text', { text: sentence })),
      },
      orders: { listCustomerOrders: async () => ({ orders: [] }) },
    });
    expect(await callTool(gateway, 'get_customer', { customer_id: 55 })).toEqual({
      ...{ isError: true, text: sentence, data: undefined },
    });
  });
});

it('create_or_update_customer passes on only what is given [MCP-C3]', async () => {
  const gateway = await startGateway({
    customers: { saveCustomer: async () => ({ created: true, customer: aCustomer() }) },
  });
  const { data } = await callTool(gateway, 'create_or_update_customer', {
    ...{ email: 'ada@example.com', first_name: 'Ada', zip: '10118' },
  });
  expect(gateway.calls).toEqual([
    {
      method: 'saveCustomer',
      request: { accountId: ACCOUNT_ID, email: 'ada@example.com', firstName: 'Ada', zip: '10118' },
    },
  ]);
  expect(data).toEqual({ created: true, ...presented });
});

it('list_lapsed_customers counts whole days since the last order [MCP-C4]', async () => {
  const gateway = await startGateway({
    customers: { listLapsedCustomers: async () => ({ customers: [aCustomer()], total: 1 }) },
  });
  const { data } = await callTool(gateway, 'list_lapsed_customers');
  expect(gateway.calls).toMatchObject([{ request: { days: 90, page: { page: 1, pageSize: 25 } } }]);
  // The clock stands at 15:00 on 2 March: nine days and 23.5 hours later.
  expect(data).toEqual({
    customers: [{ ...presented, days_since_last_order: 9 }],
    ...{ days: 90, page: 1, page_size: 25, total: 1 },
  });
});

const limitCheck = { allowed: true, reason: '', limit: 2500, used: 4, remaining: 2496 };
const letter = { subject: 'Spring sale', body: 'Everything must go.' };

describe('send_customer_email', () => {
  it('previews recipient, words and limit_check [MCP-C5] [MCP-R4]', async () => {
    const gateway = await startGateway({
      customers: {
        sendCustomerEmail: async () => ({
          recipient: 'ada@example.com',
          limitCheck,
          messageId: '',
          status: '',
        }),
      },
    });
    const { data } = await callTool(gateway, 'send_customer_email', { customer_id: 55, ...letter });
    expect(gateway.calls).toEqual([
      {
        method: 'sendCustomerEmail',
        request: { accountId: ACCOUNT_ID, customerId: 55, ...letter, confirm: false },
      },
    ]);
    expect(data).toEqual({
      ...{ preview: true, recipient: 'ada@example.com', ...letter },
      limit_check: { ...limitCheck, reason: null },
      note: expect.stringContaining('confirm: true'),
    });
  });

  it('without the plan feature shows limit_check in the preview [MCP-C5]', async () => {
    const check = { allowed: false, reason: 'no_entitlement', limit: 0, used: 0, remaining: 0 };
    const gateway = await startGateway({
      customers: {
        sendCustomerEmail: async () => ({
          recipient: 'a@x.org',
          limitCheck: check,
          messageId: '',
          status: '',
        }),
      },
    });
    const { data } = await callTool(gateway, 'send_customer_email', { customer_id: 55, ...letter });
    expect(data).toMatchObject({ limit_check: check, note: expect.stringContaining('limit_check') });
  });

  it('confirmed answers the message [MCP-C5]', async () => {
    const gateway = await startGateway({
      customers: {
        sendCustomerEmail: async () => ({
          ...{
            recipient: 'a@x.org',
            limitCheck: undefined,
            messageId: 'customer_email:301',
            status: 'queued',
          },
        }),
      },
    });
    const { data } = await callTool(gateway, 'send_customer_email', {
      ...{ customer_id: 55, ...letter, confirm: true },
    });
    expect(data).toEqual({ message_id: 'customer_email:301', status: 'queued', recipient: 'a@x.org' });
  });
});

describe('send_mass_marketing_email', () => {
  const none = { sampleRecipients: [], excludedUnsubscribed: 0, limitCheck: undefined, campaign: undefined };

  it('previews who would get it; an unlimited allowance is null [MCP-C5] [MCP-R4]', async () => {
    const unlimited = { allowed: true, reason: '', limit: undefined, used: 4, remaining: undefined };
    const answer = { sampleRecipients: ['ada@example.com'], excludedUnsubscribed: 2, limitCheck: unlimited };
    const gateway = await startGateway({
      customers: { sendCampaign: async () => ({ ...none, ...answer, recipientCount: 41 }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', { segment: 'lapsed', ...letter });
    expect(gateway.calls).toEqual([
      {
        method: 'sendCampaign',
        request: { accountId: ACCOUNT_ID, segment: 'lapsed', days: 0, ...letter, confirm: false },
      },
    ]);
    expect(data).toEqual({
      ...{ preview: true, segment: 'lapsed', recipient_count: 41, sample_recipients: ['ada@example.com'] },
      excluded_unsubscribed: 2,
      limit_check: { allowed: true, reason: null, limit: null, used: 4, remaining: null },
      note: expect.stringContaining('confirm: true'),
    });
  });

  it('previews that the same campaign was confirmed within a day [MCP-C10]', async () => {
    const counts = { queued: 3, sent: 38, failed: 0, unknown: 0, skipped: 0 };
    const campaign = { campaignId: 301, status: 'sending', recipientCount: 41, counts, createdAt: undefined };
    const gateway = await startGateway({
      customers: { sendCampaign: async () => ({ ...none, recipientCount: 41, campaign }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', { segment: 'all', ...letter });
    expect(data).toMatchObject({
      ...{ preview: true, already_sent: { campaign_id: 301, status: 'sending', counts } },
      note: expect.stringContaining('sends nothing'),
    });
  });

  it('confirmed answers the campaign, and tells of what nobody knows [MCP-C6]', async () => {
    const counts = { queued: 0, sent: 40, failed: 0, unknown: 1, skipped: 0 };
    const campaign = {
      campaignId: 301,
      status: 'completed',
      recipientCount: 41,
      counts,
      createdAt: undefined,
    };
    const gateway = await startGateway({
      customers: { sendCampaign: async () => ({ ...none, recipientCount: 41, campaign }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', {
      ...{ segment: 'recent', days: 7, ...letter, confirm: true },
    });
    expect(gateway.calls).toMatchObject([{ request: { days: 7, confirm: true } }]);
    expect(data).toEqual({
      ...{ campaign_id: 301, recipient_count: 41, status: 'completed', counts },
      note: expect.stringContaining('never sent again'),
    });
  });

  it('without the plan feature answers the fixed sentence [MCP-C5]', async () => {
    const sentence = 'Marketing email campaigns are not included with your current subscription.';
    const gateway = await startGateway({
      customers: {
        sendCampaign: () => Promise.reject(new DomainError('permission_denied', 'text', { text: sentence })),
      },
    });
    const args = { segment: 'all', ...letter, confirm: true };
    expect(await callTool(gateway, 'send_mass_marketing_email', args)).toEqual({
      ...{ isError: true, text: sentence, data: undefined },
    });
  });
});
