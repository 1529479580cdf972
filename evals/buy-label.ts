import type { Merchant } from './job';

interface Rate {
  readonly rate_id: string;
  readonly method: string;
  readonly service_level: string;
  readonly carrier: string;
  readonly amount: number;
}

export interface Bought {
  readonly orderId: number;
  readonly carrier: string;
  /** Postage in dollars. */
  readonly postage: number;
  readonly trackingNumber: string;
}

/** Returns the arguments of buy_label that come from an answer of get_rates. */
export const purchaseOf = (rating: { order_id: number; package_id: string }, rate: Rate) => ({
  order_id: rating.order_id,
  package_id: rating.package_id,
  rate_id: rate.rate_id,
  method: rate.method,
  service_level: rate.service_level,
});

/** Ships an order before the job begins, with the cheapest rate of all carriers or of one carrier. */
export async function buyLabel(merchant: Merchant, orderId: number, carrier?: string): Promise<Bought> {
  const rating = await merchant.read('get_rates', { order_id: orderId, weight_oz: 12 });
  const rate = (rating.rates as Rate[]).find((row) => carrier === undefined || row.carrier === carrier);
  if (!rate) throw new Error(`${carrier} has no rate for order ${orderId}.`);
  const bought = await merchant.read('buy_label', { ...purchaseOf(rating, rate), confirm: true });
  return {
    orderId,
    carrier: rate.carrier,
    postage: rate.amount,
    trackingNumber: bought.tracking_number as string,
  };
}

export async function createOrder(
  merchant: Merchant,
  ship_to: object,
  more: Record<string, unknown> = {},
): Promise<{ orderId: number; orderNumber: string }> {
  const order = await merchant.read('create_order', {
    ship_to,
    weight_oz: 12,
    items: [{ name: 'Beeswax candle', price: 14.5 }],
    ...more,
  });
  return { orderId: order.order_id as number, orderNumber: order.order_number as string };
}
