import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';
import { productsHaveASortKey } from './0001-products-have-a-sort-key';

/** In order; no migration is ever removed or changed (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [productsHaveASortKey];
