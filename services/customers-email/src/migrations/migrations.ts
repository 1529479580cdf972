import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** In order; no migration is ever removed or changed (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
