import type {
  ImportProductsRequest,
  ImportResponse,
  ListProductsRequest,
  ListProductsResponse,
} from '@parcelyard/contracts/orders';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { clampPage } from '@parcelyard/service-kit/page';
import { productKey } from '../domain/items';
import { invalid, problem } from '../domain/problem';
import type { OrdersPorts } from './orders-ports';

type Ports = Pick<OrdersPorts, 'products'>;

/** Returns active products by name or description, A to Z (specification: list_products). */
export const listProducts = (
  { products }: Ports,
  { accountId, query, page }: ListProductsRequest,
): Promise<ListProductsResponse> => products.list(accountId, cleanSavedText(query).trim(), clampPage(page));

/** Adds products with new names, inactive ones too; a product with an existing name is not changed. */
export async function importProducts(
  { products }: Ports,
  { accountId, products: given }: ImportProductsRequest,
): Promise<ImportResponse> {
  const imported = cleanSavedText(given);
  const withoutName = imported.findIndex(({ name }) => productKey(name) === '');
  if (withoutName >= 0) throw invalid(problem(`products[${withoutName}].name`, 'field_required', {}));
  const outcomes = await products.importAll(accountId, imported);
  const created = outcomes.filter((outcome) => outcome.created).length;
  return { created, skipped: outcomes.length - created, ids: outcomes.map(({ productId }) => productId) };
}
