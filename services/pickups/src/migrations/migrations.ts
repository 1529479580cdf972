import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** In order. Never remove or change a migration (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
