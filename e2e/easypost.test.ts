import { eventually } from '@parcelyard/testing/eventually';
import {
  API_KEY,
  aSignedEvent,
  BUY,
  type EasypostDouble,
  startEasypostDouble,
} from '../services/shipping/test/sellers/easypost/start-easypost-double';
import { balanceOf, createOrder, openShop, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const SECRET = 'a sécret of these tests';

describe('a stack with EasyPost', () => {
  let easypost: EasypostDouble;
  let stack: Stack;
  let shop: Shop;
  beforeAll(async () => {
    easypost = await startEasypostDouble();
    stack = await startStack({
      CARRIERS: 'easypost',
      EASYPOST_API_KEY: API_KEY,
      EASYPOST_API_URL: easypost.url,
      EASYPOST_WEBHOOK_SECRETS: SECRET,
      ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: 'yes',
    });
    shop = await openShop(stack);
  });
  afterAll(async () => {
    await stack.remove();
    await easypost.stop();
  });

  it("sells labels at EasyPost's rates, and books a pickup for them", async () => {
    const orderId = await createOrder(shop.mcp);
    const { row, purchase } = await rateOrder(shop.mcp, orderId);
    expect(row).toMatchObject({ carrier: 'usps', service_level: 'usps_ground_advantage', amount: 7.45 });
    const before = await balanceOf(shop.mcp);
    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    expect(await balanceOf(shop.mcp)).toBeCloseTo(before - (bought.total_charge as number), 2);
    const [sold] = [...easypost.shipments.values()].filter(({ postage_label }) => postage_label);
    expect(sold?.tracking_code).toBe(bought.tracking_number);
    const file = await fetch(bought.label_url as string);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);

    await shop.mcp.expectData('mark_labels_printed', { order_ids: [orderId], confirm: true });
    const date = await nextPickupDay();
    const pickup = await shop.mcp.expectData('schedule_pickup', { date, location: 'Porch', confirm: true });
    expect(pickup).toMatchObject({ confirmation_number: 'WTC12345', order_ids: [orderId] });
    expect([...easypost.pickups.values()]).toMatchObject([
      { shipment: { id: sold?.id }, status: 'scheduled' },
    ]);
  });

  const post = (description: string, result: Record<string, unknown>, secret = SECRET) =>
    fetch(`${stack.file().baseUrl}/webhooks/easypost`, {
      method: 'POST',
      ...aSignedEvent(description, result, secret),
    });

  it('gets a delivery event at once, and reads the delivery from EasyPost first', async () => {
    const orderId = await createOrder(shop.mcp);
    const { purchase } = await rateOrder(shop.mcp, orderId);
    const bought = await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    const tracking_code = bought.tracking_number as string;
    const tracker = { object: 'Tracker', id: 'trk_1', tracking_code, status: 'delivered' };
    const status = async () => (await shop.mcp.expectData('track_order', { order_id: orderId })).status;

    expect((await post('tracker.updated', tracker, 'another secret')).status).toBe(401);
    expect((await post('tracker.updated', tracker)).status).toBe(200);
    expect(await status()).toBe('Label purchased');

    const sold = [...easypost.shipments.values()].find((one) => one.tracking_code === tracking_code);
    const datetime = new Date().toISOString();
    const scan = {
      object: 'TrackingDetail',
      message: 'Delivered',
      status: 'delivered',
      datetime,
      source: 'USPS',
    };
    Object.assign(sold ?? {}, { tracker: { ...tracker, tracking_details: [scan] } });
    expect((await post('tracker.updated', tracker)).status).toBe(200);
    expect((await post('tracker.updated', tracker)).status).toBe(200);
    await eventually(async () => expect(await status()).toBe('Delivered'));
  });

  it('returns a refusal word for word and charges nothing [MCP-E11]', async () => {
    const { purchase } = await rateOrder(shop.mcp, await createOrder(shop.mcp));
    const before = await balanceOf(shop.mcp);
    const message = 'USPS refused this label: the sender is not entitled to this service.';
    easypost.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
    const { isError, text } = await shop.mcp.call('buy_label', { ...purchase, confirm: true });
    expect([isError, text]).toEqual([true, message]);
    expect(await balanceOf(shop.mcp)).toBe(before);
  });

  it('never shows its key', async () => {
    easypost.mishap(/^POST \/shipments$/, {
      status: 401,
      code: 'UNAUTHORIZED',
      message: `Bad key ${API_KEY}`,
    });
    const { errors } = await shop.mcp.expectData('quote_shipping', { to_zip: '10118', weight_oz: 3 });
    expect(errors).toHaveLength(3);
    expect(JSON.stringify(errors)).not.toContain(API_KEY);
    expect(stack.output()).not.toContain(API_KEY);
  });

  async function nextPickupDay(): Promise<string> {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const answer = await shop.mcp.expectData('check_pickup_availability', { date: tomorrow });
    return answer.available ? tomorrow : (answer.next_available_date as string);
  }
});
