import type { AccountId } from '@parcelyard/service-kit/ids';
import { clampPage } from '@parcelyard/service-kit/page';
import type { PageWanted, ProductStore } from '../ports';

/** Active products by name or description, A to Z (specification: list_products). */
export const listProducts =
  ({ products }: { products: ProductStore }) =>
  (accountId: AccountId, query: string, page: PageWanted | undefined) =>
    products.list(accountId, query.trim(), clampPage(page));
