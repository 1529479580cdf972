import type { Product } from '@parcelyard/contracts/orders';
import { toDollars } from '@parcelyard/money/dollars';
import { z } from 'zod';
import { textOrNull } from '../../values/nullable';
import { appliedPage, optionalText, page, pageOf, pageSize } from '../arguments/fields';
import { defineTool, type Payload, READS } from '../tool';

/** @see [MCP-O8] */
export const listProducts = defineTool({
  name: 'list_products',
  title: 'List products',
  description: 'Active products of the saved catalog by name, A to Z. Prices are US dollars.',
  ...READS,
  input: z.object({
    query: optionalText('Part of the name or description; case is ignored. Omitted: all active products.', {
      max: 200,
    }),
    page: page(),
    page_size: pageSize(),
  }),
  async run(args, { caller, clients }) {
    const applied = appliedPage(args);
    const { products, total } = await clients.orders.listProducts(caller, {
      query: (args.query ?? '').trim(),
      page: applied,
    });
    return {
      products: products.map(presentProduct),
      ...pageOf(applied, total),
    };
  },
});

const presentProduct = (product: Product): Payload => ({
  product_id: product.productId,
  name: product.name,
  sku: textOrNull(product.sku),
  catalog: textOrNull(product.catalog),
  description: product.description,
  price: toDollars(product.priceCents),
});
