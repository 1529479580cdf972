import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { anOrderBody, createRestClient, type RestClient } from './support/rest-client';
import { shareStack } from './support/share-stack';
import { createAccount, shipctl } from './support/shipctl';
import type { RunningStack } from './support/start-stack';

interface Shop {
  rest: RestClient;
  mcp: McpClient;
}

describe('voids, tracking, addresses, balance, pickups and one customer over REST', () => {
  let stack: RunningStack;
  let shop: Shop;
  let stranger: Shop;

  const openShop = async (...settings: string[]): Promise<Shop> => {
    const account = await createAccount(stack.dataDir, ...settings);
    return {
      rest: createRestClient(stack.file().baseUrl, account.accessToken),
      mcp: createMcpClient(stack.file().mcpUrl, account.accessToken),
    };
  };

  beforeAll(async () => {
    stack = await shareStack();
    const settings = ['--plan', 'enterprise', '--balance', '100'];
    [shop, stranger] = await Promise.all([openShop(...settings), openShop(...settings)]);
  });

  const create = async ({ rest }: Shop, changes: Record<string, unknown> = {}) =>
    (await rest('POST', '/public/order', anOrderBody(changes))).body.result;

  const labelled = async (of: Shop, changes: Record<string, unknown> = {}, carrier = 'USPS') => {
    const { id: orderId } = await create(of, changes);
    const { body } = await of.rest('POST', '/public/shipping-info', { orderId, weightOz: 12 });
    const { packageId, rates } = body.result;
    const rate = rates.find((one: { carrier: string }) => one.carrier.toUpperCase() === carrier);
    const { rateId, method, serviceLevel } = rate;
    const purchase = { orderId, rateId, packageId, method, serviceLevel };
    const bought = await of.rest('POST', '/public/purchase-label', purchase);
    expect(bought.status).toBe(200);
    const { postage, insurance, fee } = bought.body.result;
    return { orderId: orderId as number, refundable: postage + insurance, fee: fee as number };
  };

  const balanceOf = async ({ rest }: Shop): Promise<number> =>
    (await rest('GET', '/public/balance')).body.result.balance;

  describe('POST /public/order/{id}/void-label', () => {
    it('refunds the money once for many requests at once, and the order can be labelled again [REST-R5]', async () => {
      const before = await balanceOf(shop);
      const { orderId, refundable, fee } = await labelled(shop);
      const path = `/public/order/${orderId}/void-label`;
      const answers = await Promise.all(Array.from({ length: 6 }, () => shop.rest('POST', path)));
      const done = answers.filter(({ status }) => status === 200);
      expect(done[0]?.body.result).toMatchObject({
        voided: true,
        orderId,
        carrierAccepted: true,
        trackingNumber: expect.any(String),
        refundAmount: refundable,
      });
      for (const { status, body } of answers) {
        if (status !== 200)
          expect(body).toMatchObject({
            success: false,
            code: expect.stringMatching(/wrong_state|conflict_retry/),
          });
      }
      expect(await shop.rest('POST', path)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
      await eventually(async () => expect(await balanceOf(shop)).toBeCloseTo(before - fee, 2));
      const order = (await shop.rest('GET', `/public/order/${orderId}`)).body.result;
      expect(order).toMatchObject({
        orderStatus: 'Ready to ship',
        shipment: { shipDate: null, trackingNumber: null },
      });
    });

    it('with one Idempotency-Key gets the first answer for all requests [REST-R5] [REST-L4]', async () => {
      const { orderId } = await labelled(shop);
      const key = { 'idempotency-key': `void-${orderId}` };
      const path = `/public/order/${orderId}/void-label`;
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => shop.rest('POST', path, undefined, key)),
      );
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
    });

    it.each([
      ['carrier that refuses', 'SBX_VOID_REJECTED', 422, { code: 'carrier_refused' }],
      [
        'carrier that accepts later',
        'SBX_VOID_PENDING',
        200,
        {
          result: { voided: false, voidPending: true, carrierAccepted: false, refundStatus: 'pending' },
        },
      ],
    ])('of a %s has the matching answer [REST-R5]', async (_what, special, status, body) => {
      const { orderId } = await labelled(shop, { externalOrderId: special });
      expect(await shop.rest('POST', `/public/order/${orderId}/void-label`)).toMatchObject({ status, body });
    });

    it('of an order without a label, or of another account, is refused and changes nothing [REST-R5] [REST-E6]', async () => {
      const { id } = await create(shop);
      expect(await shop.rest('POST', `/public/order/${id}/void-label`)).toMatchObject({
        status: 409,
        body: { code: 'wrong_state' },
      });
      const { orderId } = await labelled(shop);
      const foreign = await stranger.rest('POST', `/public/order/${orderId}/void-label`);
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const order = (await shop.rest('GET', `/public/order/${orderId}`)).body.result;
      expect(order.orderStatus).toBe('Label Printed');
    });
  });

  it('tracking is null before the label and the same as over MCP afterwards [REST-R6]', async () => {
    const { id } = await create(shop);
    expect((await shop.rest('GET', `/public/order/${id}/tracking`)).body.result).toMatchObject({
      orderId: id,
      orderStatus: 'Ready to ship',
      trackingNumber: null,
      lastTrackingUpdate: null,
    });
    const { orderId } = await labelled(shop);
    await shipctl(stack.dataDir, 'tracking', 'advance', String(orderId), 'InTransit');
    const { result } = (await shop.rest('GET', `/public/order/${orderId}/tracking`)).body;
    const told = await shop.mcp.expectData('track_order', { order_id: orderId });
    expect(result).toMatchObject({
      orderId,
      orderStatus: told.status,
      trackingNumber: told.tracking_number,
      trackingUrl: told.tracking_url,
      inTransitDate: `${told.in_transit_date}Z`,
    });
  });

  it('an address is checked as over MCP, and is not saved [REST-R7]', async () => {
    const address = { address1: '350 5th Avenue', city: 'New York', state: 'NY', zip: '00002' };
    const { status, body } = await shop.rest('POST', '/public/validate-address', address);
    const { address1: street1, ...rest } = address;
    const told = await shop.mcp.expectData('validate_address', { street1, ...rest });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      status: 'corrected',
      addressType: told.address_type,
      originalAddress: { ...address, country: 'US' },
    });
    expect(body.result.changedFields.join()).not.toContain('street');
    expect(
      await shop.rest('POST', '/public/validate-address', { address1: '1 Main St', city: 'Austin' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ field: 'zip' }] },
    });
  });

  it('the balance is the same over both interfaces [REST-B1]', async () => {
    const { result } = (await shop.rest('GET', '/public/balance')).body;
    const told = await shop.mcp.expectData('get_balance', {});
    expect(result).toMatchObject({
      balance: told.balance,
      currency: 'USD',
      autoRechargeAmount: told.auto_recharge_amount,
      pendingRefunds: told.pending_refunds,
      spendingLimits: { perLabel: null, perDay: null, askAbove: null },
    });
  });

  it("one customer is read by its id, and another account's customer gets the answer for an unknown one [REST-C7]", async () => {
    const { customerId } = await create(shop, { email: 'one@x.co' });
    const path = `/public/customer/${customerId}`;
    expect((await shop.rest('GET', path)).body.result).toMatchObject({ id: customerId, email: 'one@x.co' });
    const [foreign, absent] = await Promise.all([
      stranger.rest('GET', path),
      stranger.rest('GET', '/public/customer/999999999'),
    ]);
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect(foreign.body.error.replace(String(customerId), '999999999')).toBe(absent.body.error);
  });

  describe('pickups', () => {
    /** Returns the next day on which the carrier collects. */
    const openDay = async (): Promise<string> => {
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const answer = await shop.mcp.expectData('check_pickup_availability', { date: tomorrow });
      return (answer.available ? tomorrow : answer.next_available_date) as string;
    };

    it('are booked once for a carrier and day, and are listed, read and canceled as over MCP [REST-P1] [REST-P3]', async () => {
      const { orderId } = await labelled(shop);
      const printed = () => shop.rest('POST', '/public/mark-labels-printed', { orderIds: [orderId] });
      expect((await printed()).body.result).toMatchObject({ marked: [orderId], skipped: [] });
      expect((await printed()).body.result).toMatchObject({
        marked: [],
        skipped: [{ orderId, reason: expect.stringContaining('already marked printed') }],
      });
      const foreign = await stranger.rest('POST', '/public/mark-labels-printed', { orderIds: [orderId] });
      expect(foreign.body.result.marked).toEqual([]);
      const wish = { date: await openDay(), location: 'Front porch' };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => shop.rest('POST', '/public/pickups', wish)),
      );
      const { body: repeated, status: again } = await shop.rest('POST', '/public/pickups', wish);
      expect(again).toBe(200);
      const ids = answers.filter(({ status }) => status < 300).map(({ body }) => body.result.pickupId);
      expect(new Set(ids)).toEqual(new Set([repeated.result.pickupId]));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status } of answers) expect([200, 201, 409, 503]).toContain(status);
      const path = `/public/pickup/${ids[0]}`;
      const pickup = (await shop.rest('GET', path)).body.result;
      expect(pickup).toMatchObject({
        status: 'scheduled',
        ...wish,
        orderIds: expect.arrayContaining([orderId]),
      });
      expect(pickup.orders).toContainEqual(
        expect.objectContaining({ orderId, trackingNumber: expect.any(String) }),
      );
      const told = await shop.mcp.expectData('get_pickup', { pickup_id: ids[0] });
      expect(pickup).toMatchObject({
        confirmationNumber: told.confirmation_number,
        packageCount: told.package_count,
      });
      const { result: listed, pagination } = (await shop.rest('GET', '/public/pickups?pageSize=1')).body;
      expect(listed[0].pickupId).toBe(ids[0]);
      expect(pagination).toEqual({ currentPage: 1, pageSize: 1, totalPickups: 1, totalPages: 1 });
      expect((await stranger.rest('DELETE', path)).status).toBe(404);
      for (const _ of ['first', 'repeated']) {
        expect(await shop.rest('DELETE', path)).toMatchObject({
          status: 200,
          body: { result: { status: 'canceled' } },
        });
      }
    });

    it('are refused without orders, on a closed day, with a plan without them, and for bad input [REST-P2]', async () => {
      const date = await openDay();
      const refusals = async (of: Shop, body: unknown) => {
        const answer = await of.rest('POST', '/public/pickups', body);
        return [answer.status, answer.body.code];
      };
      expect(await refusals(stranger, { date, location: 'Dock' })).toEqual([409, 'wrong_state']);
      expect(await refusals(stranger, { date: '2020-01-01', location: 'Dock' })).toEqual([
        409,
        'wrong_state',
      ]);
      expect(await refusals(stranger, { date: '2026-02-30', location: 'Dock' })).toEqual([
        400,
        'invalid_input',
      ]);
      expect(await refusals(stranger, { date, location: 'Dock', carrier: 'dhl' })).toEqual([
        400,
        'invalid_input',
      ]);
      expect(await refusals(stranger, { date, location: ' ' })).toEqual([400, 'invalid_input']);
      const basic = await openShop('--plan', 'basic', '--balance', '10');
      expect(await refusals(basic, { date, location: 'Dock' })).toEqual([403, 'plan_feature_missing']);
    });
  });
});
