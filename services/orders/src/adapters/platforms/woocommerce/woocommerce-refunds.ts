import { z } from 'zod';
import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import type { WooCommerceApi } from './woocommerce-api';
import { wooMeta } from './woocommerce-shapes';

/** How many pieces of each line were refunded, by the id of the order's line. */
export type RefundedPieces = ReadonlyMap<number, number>;

/** The most refunds that WooCommerce returns at a time. */
const MOST_REFUNDS = '100';

const refunds = z.array(
  z.object({ line_items: z.array(z.object({ quantity: z.number(), meta_data: wooMeta })) }),
);

/**
 * Reads the refunded pieces of an order. The order itself shows only the refunded money, and its lines keep their
 * quantities. A line of a refund has a negative quantity and names the order's line.
 */
export async function readRefundedPieces(
  api: WooCommerceApi,
  access: WooCommerceAccess,
  orderId: number,
): Promise<RefundedPieces> {
  const query = { per_page: MOST_REFUNDS, _fields: 'line_items' };
  const { json } = await api(access, { path: `orders/${orderId}/refunds`, query });
  const pieces = new Map<number, number>();
  for (const { quantity, meta_data } of refunds.parse(json).flatMap(({ line_items }) => line_items)) {
    const line = Number(meta_data.find(({ key }) => key === '_refunded_item_id')?.value);
    pieces.set(line, (pieces.get(line) ?? 0) + Math.abs(quantity));
  }
  return pieces;
}
