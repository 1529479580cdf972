import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** Migrations in their order. Never remove or change one (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
