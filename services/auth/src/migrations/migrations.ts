import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** In their order; none is ever taken out or changed (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
