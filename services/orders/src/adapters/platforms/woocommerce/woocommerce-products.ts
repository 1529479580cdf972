import { z } from 'zod';
import type { WooCommerceAccess } from '../../../domain/platforms/connection';
import { PlatformRefused } from '../../../ports';
import { maybeNothingToShip, type WooLine, wooOrder } from './from-woocommerce';
import type { WooCommerceApi } from './woocommerce-api';
import type { VirtualProducts } from './woocommerce-shapes';

/** The most products that WooCommerce returns at a time. */
const PRODUCTS_A_PAGE = 100;

const products = z.array(z.object({ id: z.number().int(), virtual: z.boolean() }));

/**
 * Reads which products of these orders are virtual. The order itself does not say so, and the block checkout gives
 * every order a shipping address. Products are read only for orders that may need no shipping. A product that the store
 * does not show counts as a product to ship.
 */
export async function readVirtualProducts(
  api: WooCommerceApi,
  access: WooCommerceAccess,
  answered: readonly unknown[],
): Promise<VirtualProducts> {
  const lines = answered.flatMap((row) => {
    const order = wooOrder.safeParse(row).data;
    return order && maybeNothingToShip(order) ? order.line_items : [];
  });
  const found = new Set<number>();
  for (const [path, ids] of idsByPath(lines)) {
    for (let start = 0; start < ids.length; start += PRODUCTS_A_PAGE) {
      const include = ids.slice(start, start + PRODUCTS_A_PAGE).join(',');
      const query = { include, per_page: String(PRODUCTS_A_PAGE), _fields: 'id,virtual' };
      const answer = await api(access, { path, query }).catch((error: unknown) => {
        if (error instanceof PlatformRefused) return undefined;
        throw error;
      });
      for (const { id, virtual } of products.parse(answer?.json ?? [])) if (virtual) found.add(id);
    }
  }
  return found;
}

/**
 * Returns the ids to read from each API path. The path `products` does not list variations; the variations of each
 * product have a path of their own.
 */
function idsByPath(lines: readonly WooLine[]): Map<string, number[]> {
  const paths = new Map<string, Set<number>>();
  for (const { product_id: product, variation_id: variation } of lines) {
    if (!product) continue;
    const path = variation ? `products/${product}/variations` : 'products';
    paths.set(path, (paths.get(path) ?? new Set()).add(variation || product));
  }
  return new Map([...paths].map(([path, ids]) => [path, [...ids]]));
}
