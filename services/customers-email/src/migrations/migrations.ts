import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** In the order of execution. A migration is never removed or changed (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
