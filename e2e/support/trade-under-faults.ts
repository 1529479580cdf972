import { setTimeout } from 'node:timers/promises';
import { createOrder, nextPickupDate, openShop, POLITE_PAUSE_MS, rateOrder, type Shop } from './shop';
import type { Stack } from './start-stack';

/** The state in which a merchant leaves the last pickup of a round. */
export type Ending = 'pickup stays booked' | 'every label of the pickup is voided';

export interface Traded {
  readonly shop: Shop;
  /** Tracking numbers of the labels that were bought one at a time. */
  readonly bought: readonly string[];
}

/**
 * Does one round of a merchant's work. Labels are bought, voided, and bought in a batch. At the same time, labels are
 * printed and picked up.
 */
export async function tradeOnce(stack: Stack, ending: Ending): Promise<Traded> {
  // A separate shop for each round, because a token allows 60 calls a minute.
  const shop = await patiently(() =>
    openShop(stack, '--plan', 'enterprise', '--balance', '5', '--auto-recharge', '10'),
  );
  const [labels, pickedUp] = await Promise.all([buyAndVoid(shop), printAndPickUp(shop, ending)]);
  return { shop, bought: [...labels, ...pickedUp] };
}

/** The state that the code that trades shares with the code that kills services. */
export const faults = {
  /** True while a killed service has not been replaced. */
  isUnderWay: false,
  answers: 0,
};

/**
 * A call may fail for this many milliseconds while every service runs. The time in which a killed service starts does
 * not count, because it depends on the machine.
 */
const PATIENCE_MS = 200_000;

/** Repeats the work until it succeeds, because a service may be killed at any time. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = PATIENCE_MS; ; ) {
    const begunAt = performance.now();
    const wasUnderWay = faults.isUnderWay;
    try {
      const answer = await work();
      faults.answers += 1;
      return answer;
    } catch (error) {
      if (left <= 0) throw error;
    }
    await setTimeout(POLITE_PAUSE_MS);
    if (!wasUnderWay && !faults.isUnderWay) left -= performance.now() - begunAt;
  }
}

/**
 * Repeats a call that cannot succeed twice. When the first try succeeded, the repeated call is refused with a text that
 * matches `done`.
 */
async function patientlyOnce(work: () => Promise<unknown>, done: RegExp): Promise<void> {
  await patiently(async () => {
    try {
      await work();
    } catch (error) {
      if (!done.test(`${error}`)) throw error;
    }
  });
}

async function buyAndVoid(shop: Shop): Promise<string[]> {
  const [first, second] = [await buyLabel(shop), await buyLabel(shop)];
  await voidLabel(shop, first.orderId);
  await buyBatch(shop, 3);
  return [first.trackingNumber, second.trackingNumber];
}

/**
 * Creates an order and buys the label at this position of its rates. Position 0 is the cheapest label, which is from
 * USPS. Without a position, the label may be from any carrier.
 */
async function buyLabel(shop: Shop, place?: number) {
  const orderId = await patiently(() => createOrder(shop.mcp));
  return buyLabelFor(shop, orderId, place);
}

export async function buyLabelFor({ mcp }: Shop, orderId: number, place?: number) {
  const { purchase, row } = await patiently(() => rateOrder(mcp, orderId, place ?? orderId % 3));
  const label = await patiently(() => mcp.expectData('buy_label', { ...purchase, confirm: true }));
  expect(label.purchased).toBe(true);
  return { orderId, trackingNumber: label.tracking_number as string, carrier: row.carrier };
}

export const voidLabel = ({ mcp }: Shop, order_id: number) =>
  patientlyOnce(
    () => mcp.expectData('cancel_shipping_label', { order_id, confirm: true }),
    /voided already|has no label/,
  );

async function buyBatch({ mcp }: Shop, count: number): Promise<void> {
  const order_ids: number[] = [];
  for (let made = 0; made < count; made += 1) order_ids.push(await patiently(() => createOrder(mcp)));
  const { batch_id } = await patiently(() =>
    mcp.expectData('trigger_batch_purchase', { order_ids, confirm: true }),
  );
  await patiently(async () => {
    const { status } = await mcp.expectData('get_batch_status', { batch_id });
    expect(status).toMatch(/^(completed|completed_with_errors|failed)$/);
  });
}

/**
 * Books a pickup of two orders. Adds a third order while the label of one of the first two orders is voided. Confirms
 * the pickup once more while the pickup is being canceled. Then books another pickup.
 */
async function printAndPickUp(shop: Shop, ending: Ending): Promise<string[]> {
  const labels = [await buyLabel(shop, 0), await buyLabel(shop, 0), await buyLabel(shop, 0)];
  const [voided = 0, kept = 0, late = 0] = labels.map(({ orderId }) => orderId);
  const carrier = labels[0]?.carrier.toLowerCase();
  const date = await patiently(() => nextPickupDate(shop.mcp, carrier));
  const confirm = () =>
    patiently(() =>
      shop.mcp.expectData('schedule_pickup', { date, carrier, location: 'Front desk', confirm: true }),
    );

  await markPrinted(shop, [voided, kept]);
  const [booked, same] = await Promise.all([confirm(), confirm()]);
  expect(same.pickup_id).toBe(booked.pickup_id);
  await markPrinted(shop, [late]);
  const [joined] = await Promise.all([confirm(), voidLabel(shop, voided)]);
  expect(joined).toMatchObject({
    pickup_id: booked.pickup_id,
    order_ids: expect.arrayContaining([kept, late]),
  });
  await Promise.all([cancelPickup(shop, booked.pickup_id as number), confirm()]);
  const again = await confirm();
  expect(again.pickup_id).not.toBe(booked.pickup_id);
  expect(again.order_ids).toEqual(expect.arrayContaining([kept, late]));
  if (ending === 'every label of the pickup is voided') {
    await Promise.all([voidLabel(shop, kept), voidLabel(shop, late)]);
  }
  return labels.map(({ trackingNumber }) => trackingNumber);
}

async function markPrinted({ mcp }: Shop, order_ids: number[]): Promise<void> {
  await patiently(async () => {
    await mcp.expectData('mark_labels_printed', { order_ids, confirm: true });
    for (const order_id of order_ids) {
      const { status } = await mcp.expectData('get_order', { order_id });
      expect(status).toMatch(/^(Label printed|Waiting for pickup)$/);
    }
  });
}

const cancelPickup = ({ mcp }: Shop, pickup_id: number) =>
  patiently(() => mcp.expectData('cancel_pickup', { pickup_id, confirm: true }));
