import type { OperatorClients } from '../../running-services';
import type { CallTool } from './assistant';
import { historyOrders, type Listed } from './history-orders';
import type { HistoryWeek } from './history-weeks';
import type { TravellingClock } from './travelling-clock';
import { until } from './until';

export interface Shop {
  readonly accountId: number;
  readonly book: readonly Listed[];
  readonly clients: OperatorClients;
  readonly clock: TravellingClock;
  readonly callTool: CallTool;
  /** The orders that got a label. */
  readonly shipped: Set<number>;
}

interface Rate {
  readonly rate_id: string;
  readonly method: string;
  readonly service_level: string;
  readonly carrier: string;
}

const CARRIERS = ['usps', 'ups', 'fedex'];
const PARCEL = { length: 9, width: 6, height: 4 };
const MINUTE_MS = 60_000;

/**
 * Does what the shop and its assistant did on that day. A repeated call adds nothing: orders have keys, and only
 * unshipped orders are shipped.
 */
export async function simulateWeek(shop: Shop, week: HistoryWeek): Promise<void> {
  const { accountId, book, clients, clock, callTool } = shop;
  if (week.insurance !== undefined) {
    await clients.shipping.updateSettings({ accountId, insurance: week.insurance });
  }
  const orders = historyOrders(week, book, clock.now());
  const { ids, skipped } = await clients.orders.importOrders({ accountId, orders });
  const imported = week.imports ? await importStore(callTool) : [];
  const all = [...new Set([...ids, ...imported])];
  const open = skipped === 0 ? all : await stillOpen(callTool, all);
  for (const orderId of open) shop.shipped.add(orderId);
  if (week.shipped === 'as a batch') await buyAsBatch(callTool, open);
  else
    await Promise.all(
      open.map((orderId) => {
        const turn = ids.indexOf(orderId) + week.daysAgo;
        return buyOne(callTool, orderId, CARRIERS[turn % CARRIERS.length], turn % 4 === 0);
      }),
    );

  const [first] = ids;
  if (first !== undefined && open.includes(first)) await changeFirst(shop, week, first);
  if (week.pickup) await bookPickup(callTool, open, week.pickup, clock.now());
  if (week.campaign) await sendCampaign(callTool);
}

async function stillOpen(callTool: CallTool, ids: readonly number[]): Promise<number[]> {
  const { orders } = await callTool('list_orders', { page_size: 100 });
  const waiting = new Set((orders as { order_id: number }[]).map(({ order_id }) => order_id));
  return ids.filter((id) => waiting.has(id));
}

async function importStore(callTool: CallTool): Promise<number[]> {
  await callTool('sync_platform_orders', { days: 1 });
  await until('The import', async () => {
    const { jobs } = await callTool('get_sync_status');
    const [job] = jobs as { status: string }[];
    return job?.status.startsWith('completed') === true;
  });
  const { orders } = await callTool('list_orders', { page_size: 100 });
  return (orders as { order_id: number }[]).map(({ order_id }) => order_id);
}

async function buyOne(callTool: CallTool, orderId: number, carrier = 'usps', hurried = false): Promise<void> {
  const rating = await callTool('get_rates', { order_id: orderId, weight_oz: 14, ...PARCEL });
  const rates = rating.rates as Rate[];
  const [cheapest = rates[0], quicker = cheapest] = rates.filter((row) => row.carrier === carrier);
  const rate = hurried ? quicker : cheapest;
  if (!rate) throw new Error(`No carrier has a rate for order ${orderId} of the demo's history.`);
  await callTool('buy_label', {
    order_id: orderId,
    rate_id: rate.rate_id,
    package_id: rating.package_id,
    method: rate.method,
    service_level: rate.service_level,
    confirm: true,
  });
}

async function buyAsBatch(callTool: CallTool, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { batch_id } = await callTool('trigger_batch_purchase', { order_ids: orderIds, confirm: true });
  await until('The batch', async () => {
    const { finished_at } = await callTool('get_batch_status', { batch_id });
    return finished_at !== null;
  });
}

async function changeFirst({ callTool, clock }: Shop, { firstLabel }: HistoryWeek, orderId: number) {
  if (firstLabel !== 'voided, bought again' && firstLabel !== 'voided, order canceled') return;
  await callTool('cancel_shipping_label', { order_id: orderId, confirm: true });
  // The carrier refunds within some minutes, so the clock is moved ahead.
  clock.travelTo(new Date(clock.now().getTime() + 10 * MINUTE_MS));
  if (firstLabel === 'voided, bought again') await buyOne(callTool, orderId);
  else await callTool('cancel_order', { order_id: orderId, confirm: true });
}

async function bookPickup(callTool: CallTool, orderIds: readonly number[], carrier: string, now: Date) {
  if (orderIds.length === 0) return;
  await callTool('mark_labels_printed', { order_ids: orderIds, confirm: true });
  const tomorrow = new Date(now.getTime() + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
  const day = await callTool('check_pickup_availability', { date: tomorrow, carrier });
  const date = day.available ? tomorrow : day.next_available_date;
  const preview = await callTool('schedule_pickup', { date, carrier, location: 'Front door' });
  if ((preview.eligible_order_ids as number[]).length === 0) return;
  await callTool('schedule_pickup', { date, carrier, location: 'Front door', confirm: true });
}

/** A repeated call within a day returns the first campaign. */
const sendCampaign = (callTool: CallTool) =>
  callTool('send_mass_marketing_email', {
    segment: 'lapsed',
    days: 30,
    subject: 'New in the shop: end-grain boards',
    body: 'Hello {{first_name}}, our oak cutting boards are back in stock.',
    confirm: true,
  });
