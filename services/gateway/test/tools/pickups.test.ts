import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import { anAddress, aPickup, SHOP_DAY } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

const aFailure = <R extends Reason>(reason: R, params: ReasonParams<R>) =>
  toFailure(new DomainError<Reason>('failed_precondition', reason, params));

const presented = {
  pickup_id: 31,
  carrier: 'usps',
  status: 'scheduled',
  date: '2026-03-04',
  window: { start: '12:00', end: '16:00' },
  location: 'Front porch',
  instructions: null,
  confirmation_number: 'WTC123',
  order_ids: [1001, 1002],
  package_count: 2,
  created_at: '2026-03-02T15:00:00',
  canceled_at: null,
};

describe('check_pickup_availability', () => {
  it('returns the window and the cut-off, with usps as the default carrier [MCP-P1]', async () => {
    const gateway = await startGateway({
      pickups: {
        checkAvailability: async ({ date }) => ({
          date,
          available: true,
          window: { start: '12:00', end: '16:00' },
          cutoffAt: new Date('2026-03-04T08:00:00Z'),
          pickupAddress: anAddress(),
          scheduledPickupId: 31,
        }),
      },
    });
    const { data } = await callTool(gateway, 'check_pickup_availability', {
      date: '2026-03-04',
      carrier: '',
    });
    expect(gateway.calls).toEqual([
      {
        method: 'checkAvailability',
        request: { accountId: ACCOUNT_ID, date: '2026-03-04', carrier: 'usps' },
      },
    ]);
    expect(data).toEqual({
      date: '2026-03-04',
      available: true,
      window: { start: '12:00', end: '16:00' },
      reason: null,
      next_available_date: null,
      cutoff_at: '2026-03-04T08:00:00Z',
      pickup_address: expect.objectContaining({ street1: anAddress().street1, city: anAddress().city }),
      scheduled_pickup_id: 31,
      ...SHOP_DAY,
    });
  });

  it('returns the reason and the next day when no pickup is possible', async () => {
    const gateway = await startGateway({
      pickups: {
        checkAvailability: async ({ date }) => ({
          date,
          available: false,
          nextAvailableDate: '2026-03-09',
          refusal: aFailure('pickup_day_weekend', { date, weekday: 'Sunday' }),
          pickupAddress: undefined,
        }),
      },
    });
    const { data } = await callTool(gateway, 'check_pickup_availability', {
      date: '2026-03-08',
      carrier: 'ups',
    });
    expect(data).toEqual({
      date: '2026-03-08',
      available: false,
      window: null,
      reason:
        'Carriers do not pick up on weekends; 2026-03-08 is a Sunday. Choose another day: check_pickup_availability shows the next one as next_available_date.',
      next_available_date: '2026-03-09',
      cutoff_at: null,
      pickup_address: null,
      scheduled_pickup_id: null,
      ...SHOP_DAY,
    });
  });
});

describe('schedule_pickup', () => {
  const asked = { date: '2026-03-04', location: 'Front porch' };

  it('previews the orders of the pickup [MCP-P2] [MCP-R4]', async () => {
    const gateway = await startGateway({
      pickups: {
        schedulePickup: async ({ date, carrier }) => ({
          outcome: {
            $case: 'preview',
            preview: {
              eligibleOrderIds: [1001],
              ofAnotherSeller: 0,
              packageCount: 1,
              date,
              carrier,
              window: { start: '12:00', end: '16:00' },
              pickupAddress: anAddress(),
            },
          },
        }),
      },
    });
    const { data } = await callTool(gateway, 'schedule_pickup', { ...asked, instructions: 'Ring twice' });
    expect(gateway.calls).toEqual([
      {
        method: 'schedulePickup',
        request: {
          accountId: ACCOUNT_ID,
          ...asked,
          carrier: 'usps',
          instructions: 'Ring twice',
          confirm: false,
        },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      ...asked,
      carrier: 'usps',
      eligible_order_ids: [1001],
      package_count: 1,
      window: { start: '12:00', end: '16:00' },
      cost: 0,
      pickup_address: expect.objectContaining({ city: anAddress().city }),
      scheduled_pickup_id: null,
      ...SHOP_DAY,
      note: expect.stringMatching(
        /^Nothing was booked\. The driver comes to .*\(pickup_address\); location only says where at this address\. Show this to the user\. If they agree, call again with confirm: true\.$/,
      ),
    });
  });

  it('previews how many labels are left out because another seller sold them', async () => {
    const preview = {
      eligibleOrderIds: [1001],
      packageCount: 1,
      date: asked.date,
      carrier: 'usps',
      window: undefined,
      pickupAddress: undefined,
      ofAnotherSeller: 2,
    };
    const gateway = await startGateway({
      pickups: { schedulePickup: async () => ({ outcome: { $case: 'preview', preview } }) },
    });
    const { data } = await callTool(gateway, 'schedule_pickup', asked);
    expect(data?.note).toMatch('2 of the printed labels are left out: another seller sold them');
  });

  it.each([
    [[1003], 0, 'Pickup 31 is already booked for 2026-03-04. A confirm adds these orders to that pickup'],
    [[], 0, 'Pickup 31 is already booked for 2026-03-04, and no other order'],
    [[1003], 2, 'parcels of one seller. For these labels, choose another date.'],
    [
      [],
      1,
      'Pickup 31 is already booked for 2026-03-04. 1 of the printed labels is left out: another seller',
    ],
  ])(
    'previews for a day with a pickup what would be added: %j, and %i of another seller [MCP-P5]',
    async (eligibleOrderIds, ofAnotherSeller, note) => {
      const preview = {
        eligibleOrderIds,
        packageCount: eligibleOrderIds.length,
        date: asked.date,
        carrier: 'usps',
        window: undefined,
        pickupAddress: undefined,
        scheduledPickupId: 31,
        ofAnotherSeller,
      };
      const gateway = await startGateway({
        pickups: { schedulePickup: async () => ({ outcome: { $case: 'preview', preview } }) },
      });
      const { data } = await callTool(gateway, 'schedule_pickup', asked);
      expect(data).toMatchObject({ scheduled_pickup_id: 31, note: expect.stringContaining(note) });
    },
  );

  it('returns after a confirm for a day with a pickup that pickup and the changes [MCP-P5]', async () => {
    const params = { pickupId: 31, date: '2026-03-04', count: 1 };
    const pickup = aPickup({ notes: [aFailure('pickup_orders_added', params)] });
    const gateway = await startGateway({
      pickups: { schedulePickup: async () => ({ outcome: { $case: 'pickup', pickup } }) },
    });
    const { data } = await callTool(gateway, 'schedule_pickup', { ...asked, confirm: true });
    const note = 'Pickup 31 was booked for 2026-03-04 already; 1 order was added to it.';
    expect(data).toEqual({ ...presented, ...SHOP_DAY, note });
  });

  it('returns the pickup after a confirm [MCP-P2]', async () => {
    const gateway = await startGateway({
      pickups: { schedulePickup: async () => ({ outcome: { $case: 'pickup', pickup: aPickup() } }) },
    });
    const { data } = await callTool(gateway, 'schedule_pickup', { ...asked, confirm: true });
    expect(gateway.calls).toMatchObject([{ request: { confirm: true } }]);
    expect(data).toEqual({ ...presented, ...SHOP_DAY });
  });

  it('returns the fixed sentence without the plan feature [MCP-L4]', async () => {
    const sentence =
      'Your current Ship.com plan does not include carrier pickup scheduling. Upgrade the subscription to use this tool.';
    const gateway = await startGateway({
      pickups: {
        schedulePickup: () =>
          Promise.reject(new DomainError('permission_denied', 'text', { text: sentence })),
      },
    });
    expect(await callTool(gateway, 'schedule_pickup', asked)).toEqual({
      isError: true,
      text: sentence,
      data: undefined,
    });
  });

  it('treats an answer without preview and pickup as an internal error', async () => {
    const gateway = await startGateway({ pickups: { schedulePickup: async () => ({ outcome: undefined }) } });
    expect((await callTool(gateway, 'schedule_pickup', asked)).text).toContain('Nothing was saved.');
  });
});

it('list_pickups returns rows with the page that was applied [MCP-P3]', async () => {
  const gateway = await startGateway({
    pickups: { listPickups: async () => ({ pickups: [aPickup()], total: 3 }) },
  });
  const { data } = await callTool(gateway, 'list_pickups', { page: 2, page_size: 500 });
  expect(gateway.calls).toEqual([
    { method: 'listPickups', request: { accountId: ACCOUNT_ID, page: { page: 2, pageSize: 50 } } },
  ]);
  expect(data).toEqual({ pickups: [presented], page: 2, page_size: 50, total: 3 });
});

it('get_pickup returns the pickup with its orders [MCP-P3]', async () => {
  const order = { orderId: 1001, orderNumber: 'K7Q2MX', name: 'Ada Lovelace', status: 'WaitingForPickup' };
  const gateway = await startGateway({ pickups: { getPickup: async () => aPickup({ orders: [order] }) } });
  const { data } = await callTool(gateway, 'get_pickup', { pickup_id: 31 });
  expect(data).toEqual({
    ...presented,
    orders: [
      {
        order_id: 1001,
        order_number: 'K7Q2MX',
        name: 'Ada Lovelace',
        status: 'Waiting for pickup',
        tracking_number: null,
      },
    ],
  });
});

it('get_pickup returns the link of the SCAN form, which a driver scans instead of each label', async () => {
  const scanFormUrl = 'https://easypost-files.example/scan_form.pdf';
  const gateway = await startGateway({ pickups: { getPickup: async () => aPickup({ scanFormUrl }) } });
  const { data } = await callTool(gateway, 'get_pickup', { pickup_id: 31 });
  expect(data).toEqual({ ...presented, scan_form_url: scanFormUrl, orders: [] });
});

describe('cancel_pickup', () => {
  const canceling = () =>
    startGateway({
      pickups: {
        cancelPickup: async ({ confirm }) =>
          confirm ? aPickup({ status: 'canceled', canceledAt: new Date('2026-03-03T10:00:00Z') }) : aPickup(),
      },
    });

  it('shows a preview [MCP-R4]', async () => {
    const { data } = await callTool(await canceling(), 'cancel_pickup', { pickup_id: 31 });
    expect(data).toEqual({ preview: true, ...presented, note: expect.stringContaining('confirm: true') });
  });

  it('returns the same for a repeated confirm, and asks for no confirm in a preview [MCP-P7]', async () => {
    const again = aPickup({
      status: 'canceled',
      canceledAt: new Date('2026-03-03T10:00:00Z'),
      notes: [aFailure('pickup_canceled_before', { pickupId: 31 })],
    });
    const gateway = await startGateway({ pickups: { cancelPickup: async () => again } });
    const note = 'Pickup 31 was already canceled. This call changed nothing.';
    const { data } = await callTool(gateway, 'cancel_pickup', { pickup_id: 31, confirm: true });
    expect(data).toMatchObject({ canceled: true, status: 'canceled', note });
    const { data: preview } = await callTool(gateway, 'cancel_pickup', { pickup_id: 31 });
    expect(preview).toMatchObject({ preview: true, status: 'canceled', note });
  });

  it('returns canceled: true after a confirm [MCP-P4]', async () => {
    const { data } = await callTool(await canceling(), 'cancel_pickup', { pickup_id: 31, confirm: true });
    expect(data).toEqual({
      canceled: true,
      ...presented,
      status: 'canceled',
      canceled_at: '2026-03-03T10:00:00',
    });
  });
});
