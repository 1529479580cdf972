import type { SendCampaignResponse, SendCustomerEmailResponse } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aCustomer, anAddress, anOrderRow, SHOP_DAY } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

const presented = {
  customer_id: 55,
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: null,
  email: 'ada@example.com',
  phone: '2125550142',
  address1: '350 5th Ave',
  address2: null,
  address3: null,
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  subscribed: true,
  order_count: 3,
  last_order_at: '2026-02-20T15:30:00',
  created_at: '2026-01-01T00:00:00',
};

it('list_customers returns rows with the page that was applied [MCP-C1] [MCP-L3]', async () => {
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
  it('returns the record with the newest orders [MCP-C2]', async () => {
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

  it('without orders has no last order and an empty list', async () => {
    const gateway = await startGateway({
      customers: { getCustomer: async () => aCustomer({ orderCount: undefined, lastOrderAt: undefined }) },
      orders: { listCustomerOrders: async () => ({ orders: [] }) },
    });
    const { data } = await callTool(gateway, 'get_customer', { customer_id: 55 });
    expect(data).toMatchObject({ order_count: 0, last_order_at: null, recent_orders: [] });
  });

  it('that does not exist is refused with the message of the service [MCP-E9]', async () => {
    const sentence = 'Customer 55 was not found in this account.';
    const gateway = await startGateway({
      customers: {
        getCustomer: () => Promise.reject(new DomainError('not_found', 'text', { text: sentence })),
      },
      orders: { listCustomerOrders: async () => ({ orders: [] }) },
    });
    expect(await callTool(gateway, 'get_customer', { customer_id: 55 })).toEqual({
      isError: true,
      text: sentence,
      data: undefined,
    });
  });
});

it('create_or_update_customer sends only the given fields [MCP-C3]', async () => {
  const gateway = await startGateway({
    customers: { saveCustomer: async () => ({ created: true, customer: aCustomer() }) },
  });
  const { data } = await callTool(gateway, 'create_or_update_customer', {
    email: 'ada@example.com',
    first_name: 'Ada',
    zip: '10118',
  });
  expect(gateway.calls).toEqual([
    {
      method: 'saveCustomer',
      request: { accountId: ACCOUNT_ID, email: 'ada@example.com', firstName: 'Ada', zip: '10118' },
    },
  ]);
  expect(data).toEqual({ created: true, ...presented });
});

it('list_lapsed_customers returns whole days since the last order [MCP-C4]', async () => {
  const gateway = await startGateway({
    customers: { listLapsedCustomers: async () => ({ customers: [aCustomer()], total: 1 }) },
  });
  const { data } = await callTool(gateway, 'list_lapsed_customers');
  expect(gateway.calls).toMatchObject([{ request: { days: 90, page: { page: 1, pageSize: 25 } } }]);
  // It is 15:00 UTC on 2 March, 9 days and 23.5 hours after the order. By the calendar of the shop's time zone, the
  // order was ten days ago.
  expect(data).toEqual({
    customers: [{ ...presented, days_since_last_order: 10 }],
    days: 90,
    page: 1,
    page_size: 25,
    total: 1,
    ...SHOP_DAY,
  });
});

const check = { allowed: true, reason: '', limit: 2500, used: 4, remaining: 2496 };
const limitCheck = { ...check, plans: [] };
const letter = { subject: 'Spring sale', body: 'Everything must go.' };
const asSent = { subject: 'Spring sale', body: 'Everything must go.\n\n-- \nMugs & Co\n1 Main St' };
const from = '"Mugs & Co" <no-reply@ship.example>';
const shipFrom = anAddress({ street1: '1 Main St' });
const shipping = { getSettings: async () => ({ shipFrom, printSetting: 'pdf', insurance: false }) };
const AGREE = 'Nothing was sent. Show this to the user. If they agree, call again with confirm: true.';

describe('send_customer_email', () => {
  const answering = (answer: Partial<SendCustomerEmailResponse>) =>
    startGateway({
      shipping,
      customers: {
        sendCustomerEmail: async () => ({
          recipient: 'ada@example.com',
          limitCheck,
          messageId: '',
          status: '',
          from,
          replyTo: 'owner@mugs.example',
          letter: asSent,
          repeated: false,
          ...answer,
        }),
      },
    });

  it('previews sender, recipient, the final text and limit_check [MCP-C5] [MCP-C11] [MCP-R4]', async () => {
    const gateway = await answering({});
    const { data } = await callTool(gateway, 'send_customer_email', { customer_id: 55, ...letter });
    expect(gateway.calls).toEqual([
      { method: 'getSettings', request: { accountId: ACCOUNT_ID } },
      {
        method: 'sendCustomerEmail',
        request: { accountId: ACCOUNT_ID, customerId: 55, ...letter, confirm: false, shipFrom },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      from,
      reply_to: 'owner@mugs.example',
      recipient: 'ada@example.com',
      ...asSent,
      limit_check: { ...check, reason: null },
      note: AGREE,
    });
  });

  it.each([
    [
      'no_entitlement',
      /: the plan has no marketing e-mail\. get_subscription_info shows the plans that have marketing e-mail; /,
    ],
    ['limit_exceeded', /: the number of marketing e-mails left this month is 3, and more are needed\. /],
    ['address_unverified', /e-mail address is verified\. The owner /],
  ])(
    'says in a preview why a confirm would be refused (%s), and what to do [MCP-C5]',
    async (reason, note) => {
      const check = { allowed: false, reason, limit: 5, used: 2, remaining: 3 };
      const gateway = await answering({ limitCheck: check });
      const { data } = await callTool(gateway, 'send_customer_email', { customer_id: 55, ...letter });
      expect(data).toMatchObject({ limit_check: check, note: expect.stringMatching(note) });
    },
  );

  it('says in a preview that the same e-mail was confirmed within a day [MCP-C10]', async () => {
    const gateway = await answering({ messageId: 'customer_email:301', status: 'sent' });
    const { data } = await callTool(gateway, 'send_customer_email', { customer_id: 55, ...letter });
    expect(data).toMatchObject({
      already_sent: { message_id: 'customer_email:301', status: 'sent' },
      note: expect.stringContaining('sends nothing'),
    });
  });

  it.each([
    [false, undefined],
    [true, expect.stringContaining('nothing was sent now')],
  ])('returns the message after a confirm; repeated: %s [MCP-C5] [MCP-C10]', async (repeated, note) => {
    const gateway = await answering({ messageId: 'customer_email:301', status: 'queued', repeated });
    const { data } = await callTool(gateway, 'send_customer_email', {
      customer_id: 55,
      ...letter,
      confirm: true,
    });
    expect(data).toEqual({
      message_id: 'customer_email:301',
      status: 'queued',
      recipient: 'ada@example.com',
      ...(note && { note }),
    });
  });
});

describe('send_mass_marketing_email', () => {
  const none: SendCampaignResponse = {
    recipientCount: 0,
    sampleRecipients: [],
    excludedUnsubscribed: 0,
    excludedBounced: 0,
    from,
    replyTo: '',
    repeated: false,
    limitCheck: undefined,
    campaign: undefined,
    sample: undefined,
  };

  it('previews the recipients, with null for an unlimited allowance [MCP-C5] [MCP-R4]', async () => {
    const unlimited = {
      allowed: true,
      reason: '',
      limit: undefined,
      used: 4,
      remaining: undefined,
      plans: [],
    };
    const answer = {
      sampleRecipients: ['ada@example.com'],
      sample: asSent,
      excludedUnsubscribed: 2,
      limitCheck: unlimited,
    };
    const gateway = await startGateway({
      shipping,
      customers: { sendCampaign: async () => ({ ...none, ...answer, recipientCount: 41 }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', { segment: 'lapsed', ...letter });
    expect(gateway.calls).toMatchObject([
      { method: 'getSettings' },
      {
        method: 'sendCampaign',
        request: {
          accountId: ACCOUNT_ID,
          segment: 'lapsed',
          customerIds: [],
          days: 0,
          ...letter,
          confirm: false,
          shipFrom,
        },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      segment: 'lapsed',
      from,
      reply_to: null,
      recipient_count: 41,
      sample_recipients: ['ada@example.com'],
      sample_message: asSent,
      excluded_unsubscribed: 2,
      limit_check: { allowed: true, reason: null, limit: null, used: 4, remaining: null },
      note: AGREE,
    });
  });

  it('says in a preview that the same campaign was confirmed within a day [MCP-C10]', async () => {
    const counts = { queued: 3, sent: 38, failed: 0, unknown: 0, skipped: 0 };
    const campaign = { campaignId: 301, status: 'sending', recipientCount: 41, counts, createdAt: undefined };
    const gateway = await startGateway({
      shipping,
      customers: { sendCampaign: async () => ({ ...none, recipientCount: 41, campaign }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', { segment: 'all', ...letter });
    expect(data).toMatchObject({
      preview: true,
      already_sent: { campaign_id: 301, status: 'sending', counts },
      note: expect.stringContaining('sends nothing'),
    });
  });

  it('returns the campaign after a confirm, and names unknown results [MCP-C6]', async () => {
    const counts = { queued: 0, sent: 40, failed: 0, unknown: 1, skipped: 0 };
    const campaign = {
      campaignId: 301,
      status: 'completed',
      recipientCount: 41,
      counts,
      createdAt: undefined,
    };
    const gateway = await startGateway({
      shipping,
      customers: { sendCampaign: async () => ({ ...none, recipientCount: 41, campaign }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', {
      segment: 'recent',
      days: 7,
      ...letter,
      confirm: true,
    });
    expect(gateway.calls).toMatchObject([{ method: 'getSettings' }, { request: { days: 7, confirm: true } }]);
    expect(data).toEqual({
      campaign_id: 301,
      recipient_count: 41,
      status: 'completed',
      counts,
      note: expect.stringContaining('never sent again'),
    });
  });

  it.each([
    [false, 'The campaign has started'],
    [true, 'nothing was sent now'],
  ])('says after a confirm where to read the progress; repeated: %s [MCP-C10]', async (repeated, words) => {
    const counts = { queued: 41, sent: 0, failed: 0, unknown: 0, skipped: 0 };
    const campaign = { campaignId: 301, status: 'sending', recipientCount: 41, counts, createdAt: undefined };
    const gateway = await startGateway({
      shipping,
      customers: { sendCampaign: async () => ({ ...none, recipientCount: 41, campaign, repeated }) },
    });
    const args = { segment: 'all', ...letter, confirm: true };
    const { data } = await callTool(gateway, 'send_mass_marketing_email', args);
    expect(data).toMatchObject({ campaign_id: 301, recipient_count: 41, counts });
    expect(data?.note).toContain(words);
    expect(data?.note).toContain('The same call without confirm shows the progress in already_sent.');
  });

  it('says when a segment is empty', async () => {
    const gateway = await startGateway({
      shipping,
      customers: { sendCampaign: async () => ({ ...none, limitCheck }) },
    });
    const { data } = await callTool(gateway, 'send_mass_marketing_email', { segment: 'all', ...letter });
    expect(data).toMatchObject({ sample_message: null, note: expect.stringContaining('another segment') });
  });

  it('returns the fixed sentence without the plan feature [MCP-C5]', async () => {
    const sentence = 'Marketing email campaigns are not included with your current subscription.';
    const gateway = await startGateway({
      shipping,
      customers: {
        sendCampaign: () => Promise.reject(new DomainError('permission_denied', 'text', { text: sentence })),
      },
    });
    const args = { segment: 'all', ...letter, confirm: true };
    expect(await callTool(gateway, 'send_mass_marketing_email', args)).toEqual({
      isError: true,
      text: sentence,
      data: undefined,
    });
  });
});
