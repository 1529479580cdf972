import { cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Product, productKey } from '../domain/product';
import type { ProductStore } from '../ports';
import type { ImportOutcome } from './import-orders';

type ImportedProduct = Omit<Product, 'productId' | 'priceCents'> & { priceCents: number };

/** Adds products of new names, inactive ones too; a name that exists is left as it is. */
export const importProducts =
  ({ products }: { products: ProductStore }) =>
  async (accountId: AccountId, inputs: readonly ImportedProduct[]): Promise<ImportOutcome> => {
    const nameless = inputs.findIndex(({ name }) => productKey(name) === '');
    if (nameless >= 0) {
      const field = `products[${nameless}].name`;
      throw DomainError.text('invalid_argument', `${field} is required.`, { field });
    }
    const outcomes = await products.importAll(
      accountId,
      inputs.map(({ name, catalog, description, priceCents, active }) => ({
        name,
        ...(catalog ? { catalog } : {}),
        description,
        priceCents: cents(priceCents),
        active,
      })),
    );
    const created = outcomes.filter((outcome) => outcome.created).length;
    return { created, skipped: outcomes.length - created, ids: outcomes.map(({ productId }) => productId) };
  };
