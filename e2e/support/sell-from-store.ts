import { connectSandboxStore } from './sandbox-store';
import { shipctl } from './shipctl';
import { createOrder, openShop, rateOrder, type Shop } from './shop';
import type { Stack } from './start-stack';
import { buyLabelFor, patiently, type Traded, voidLabel } from './trade-under-faults';

type Data = Record<string, unknown>;

/**
 * Does one round of work for a merchant who has a store and was referred. The store's orders are imported. Labels are
 * bought, voided and bought again. The orders are imported once more. The carrier scans the parcels, weighs one of them
 * again and adjusts its postage.
 */
export async function sellFromStore(stack: Stack): Promise<Traded> {
  const referrer = await patiently(() => openShop(stack, '--plan', 'starter'));
  const { referral_code } = await patiently(() => referrer.mcp.expectData('get_referral_info'));
  // The balance is 40 dollars, because an adjustment could make a balance of a few dollars negative, and then no label
  // could be bought.
  const settings = ['--plan', 'enterprise', '--balance', '40', '--auto-recharge', '10'];
  const shop = await patiently(() => openShop(stack, ...settings, '--referred-by', referral_code as string));
  await patiently(() => connectSandboxStore(stack, shop.account.accountId, 24));
  await importOrders(shop.mcp.expectData);
  await expectEachOnce(stack, shop);
  const { orders } = await patiently(() => shop.mcp.expectData('list_orders', { page_size: 2 }));
  const [first = 0, second = 0] = (orders as Data[]).map(({ order_id }) => order_id as number);

  const bought = [await buyLabelFor(shop, first, 0), await buyLabelFor(shop, second, 0)];
  await voidLabel(shop, first);
  // The store's orders are imported again, and at the same time a label is bought for the order whose label was voided.
  // No order may be created a second time.
  const [again] = await Promise.all([buyLabelFor(shop, first, 0), importOrders(shop.mcp.expectData)]);
  await expectEachOnce(stack, shop);

  const changing = changeInStore(stack, shop, [first, second]);
  const heavy = await patiently(() => createOrder(shop.mcp, { company: 'SBX_ADJUST' }));
  const weighedAnew = await buyLabelFor(shop, heavy, 0);
  for (const scanned of [second, heavy]) {
    await patiently(() => shipctl(stack.dataDir, 'tracking', 'advance', String(scanned), 'InTransit'));
  }
  const changed = await changing;
  await patiently(async () =>
    expect(await referrer.mcp.expectData('get_referral_info')).toMatchObject({
      available_credit: 10,
      referrals: [{ status: 'credited', credit: 10 }],
    }),
  );
  const labels = [...bought, again, weighedAnew].map(({ trackingNumber }) => trackingNumber);
  return { shop, bought: [...labels, ...changed] };
}

/**
 * Changes three other orders as people in the store would. One order is annotated, canceled and opened again, and then
 * gets a label. One order is fulfilled in the store. One order is canceled in the store while the test buys its label;
 * the order must end either canceled or with a label, never both.
 * @returns the tracking numbers of the labels that were bought
 */
async function changeInStore(stack: Stack, shop: Shop, taken: readonly number[]): Promise<string[]> {
  const call = shop.mcp.expectData;
  const { orders } = await patiently(() => call('list_orders', { status: 'active', page_size: 10 }));
  const ids = (orders as Data[]).map(({ order_id }) => order_id as number);
  const [wavering = 0, fulfilled = 0, disputed = 0] = ids.filter((id) => !taken.includes(id));
  const order = (order_id: number) => call('get_order', { order_id });
  const change = async (order_id: number, ...words: string[]) => {
    const { external_order_id } = await patiently(() => order(order_id));
    const at = ['--account', String(shop.account.accountId), '--order', external_order_id as string];
    await patiently(() => shipctl(stack.dataDir, 'store', 'change', ...at, ...words));
  };
  const comesTo = (order_id: number, expected: Data) =>
    patiently(async () => expect(await order(order_id)).toMatchObject(expected));

  await change(wavering, '--note', 'Leave it at the door');
  await change(fulfilled, '--fulfil');
  await comesTo(wavering, { order_note: 'Leave it at the door', status: 'Ready to ship' });
  await change(wavering, '--cancel');
  await comesTo(wavering, { status: 'Canceled' });
  await comesTo(fulfilled, { status: 'In transit', tracking_number: null });
  await change(wavering, '--reopen');
  await comesTo(wavering, { status: 'Ready to ship' });
  const { trackingNumber } = await buyLabelFor(shop, wavering, 0);

  const [won] = await Promise.all([buyUnlessCanceled(shop, disputed), change(disputed, '--cancel')]);
  const noticed = { tracking_number: won, store_notice: expect.any(String) };
  await comesTo(disputed, won ? noticed : { status: 'Canceled', tracking_number: null });
  return won ? [trackingNumber, won] : [trackingNumber];
}

/**
 * Buys a label unless the order is canceled.
 * @returns the tracking number, or undefined when the store canceled the order before its label was bought
 */
const buyUnlessCanceled = ({ mcp }: Shop, order_id: number): Promise<string | undefined> =>
  patiently(async () => {
    const { status, tracking_number } = await mcp.expectData('get_order', { order_id });
    if (status === 'Canceled' || tracking_number) return (tracking_number ?? undefined) as string | undefined;
    const { purchase } = await rateOrder(mcp, order_id);
    const label = await mcp.expectData('buy_label', { ...purchase, confirm: true });
    return label.tracking_number as string;
  });

async function importOrders(call: (tool: string, args: Data) => Promise<Data>): Promise<void> {
  const { jobs } = await patiently(() => call('sync_platform_orders', { days: 1 }));
  const [{ job_id } = {}] = jobs as Data[];
  await patiently(async () => {
    const answer = await call('get_sync_status', { job_id });
    const [job] = answer.jobs as { status: string }[];
    if (job?.status !== 'completed') throw new Error(`The import is ${job?.status}.`);
  });
}

/**
 * Expects that each order of the store was created only once. The number of created orders in the last import's result
 * is no proof. If the answer to the first call was lost, the call was repeated and started a second import, which
 * created no orders.
 */
async function expectEachOnce(stack: Stack, { account }: Shop): Promise<void> {
  const ids = await patiently(async () => {
    const response = await fetch(`${stack.file().baseUrl}/public/orders?pageSize=100`, {
      headers: { authorization: `Bearer ${account.accessToken}` },
    });
    const { result } = (await response.json()) as { result: { externalOrderId: string }[] };
    return result.map(({ externalOrderId }) => externalOrderId).filter((id) => id !== '');
  });
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).toHaveLength(new Set(ids).size);
}
