import type { Migration } from '@parcelyard/service-kit/mongo/run-migrations';

/** In order; never remove or change one (docs/adding-a-migration.md). */
export const migrations: readonly Migration[] = [];
