import { connectSandboxStore } from './sandbox-store';
import { shipctl } from './shipctl';
import { createOrder, openShop } from './shop';
import type { Stack } from './start-stack';
import { buyLabelFor, patiently, type Traded, voidLabel } from './trade-under-faults';

type Data = Record<string, unknown>;

/**
 * One round of a merchant with a store, whom somebody referred: its orders are imported, bought for, voided and bought
 * for again, imported once more, and scanned by the carrier, which weighs one parcel anew and corrects its postage.
 */
export async function sellFromStore(stack: Stack): Promise<Traded> {
  const referrer = await patiently(() => openShop(stack, '--plan', 'starter'));
  const { referral_code } = await patiently(() => referrer.mcp.expectData('get_referral_info'));
  const settings = ['--plan', 'enterprise', '--balance', '5', '--auto-recharge', '10'];
  const shop = await patiently(() => openShop(stack, ...settings, '--referred-by', referral_code as string));
  await patiently(() => connectSandboxStore(stack, shop.account.accountId, 24));
  const created = await importOrders(shop.mcp.expectData);
  const { orders, total } = await patiently(() => shop.mcp.expectData('list_orders', { page_size: 2 }));
  expect(total).toBe(created);
  const [first = 0, second = 0] = (orders as Data[]).map(({ order_id }) => order_id as number);

  const bought = [await buyLabelFor(shop, first, 0), await buyLabelFor(shop, second, 0)];
  await voidLabel(shop, first);
  // The store shows its orders anew: none is made a second time, and what was voided is bought for again.
  const [again, news] = await Promise.all([buyLabelFor(shop, first, 0), importOrders(shop.mcp.expectData)]);
  const all = await patiently(() => shop.mcp.expectData('list_orders', { status: 'active', page_size: 1 }));
  expect(all.total).toBe(created + news);

  const heavy = await patiently(() => createOrder(shop.mcp, { company: 'SBX_ADJUST' }));
  const weighedAnew = await buyLabelFor(shop, heavy, 0);
  for (const scanned of [second, heavy]) {
    await patiently(() => shipctl(stack.dataDir, 'tracking', 'advance', String(scanned), 'InTransit'));
  }
  await patiently(async () =>
    expect(await referrer.mcp.expectData('get_referral_info')).toMatchObject({
      available_credit: 10,
      referrals: [{ status: 'credited', credit: 10 }],
    }),
  );
  return { shop, bought: [...bought, again, weighedAnew].map(({ trackingNumber }) => trackingNumber) };
}

/** @returns how many orders were made of what the store has shown */
async function importOrders(call: (tool: string, args: Data) => Promise<Data>): Promise<number> {
  const { jobs } = await patiently(() => call('sync_platform_orders', { days: 1 }));
  const [{ job_id } = {}] = jobs as Data[];
  return patiently(async () => {
    const answer = await call('get_sync_status', { job_id });
    const [job] = answer.jobs as { status: string; counts: { created: number } }[];
    if (job?.status !== 'completed') throw new Error(`The import is ${job?.status}.`);
    return job.counts.created;
  });
}
