import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/**
 * All migrations, in the order in which they run. A migration is never removed or changed (docs/adding-a-migration.md).
 */
export const migrations: readonly Migration[] = [];
