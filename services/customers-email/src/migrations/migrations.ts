import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** All migrations, in the order in which they run. Never remove or change a migration (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
