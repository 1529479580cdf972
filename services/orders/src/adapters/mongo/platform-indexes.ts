import { dueIndex } from '@parcelyard/due-work/leased-collection';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';

export const CONNECTIONS = 'platform_connections';
export const IMPORT_JOBS = 'import_jobs';
export const WRITE_BACKS = 'store_write_backs';
/**
 * The collection that stores to which accounts a Shopify shop belongs or belonged. Shopify's events name only the shop,
 * so the account is looked up here.
 */
export const SHOPS = 'shopify_shops';

/** WooCommerce stores that an owner wants to connect: the store posts keys, then the owner enters a code. */
export const KEY_OFFERS = 'key_offers';
/** What people changed in orders of sandbox stores. */
export const SANDBOX_CHANGES = 'sandbox_store_changes';
export const PRIVACY_REQUESTS = 'privacy_requests';

/** Scheduled imports are stored for a shorter time than others, because a store has about a hundred a day. */
const SCHEDULED_DAYS = 14;

/** The index `one_running` allows a store only one import at a time. */
export const platformIndexes: IndexPlan = {
  [CONNECTIONS]: [{ key: { accountId: 1, platform: 1 }, name: 'one_per_platform', unique: true }, dueIndex],
  [SHOPS]: [
    { key: { shop: 1, accountId: 1, connectedAt: 1 }, name: 'stays' },
    {
      key: { accountId: 1, shop: 1 },
      name: 'one_at_a_time',
      unique: true,
      partialFilterExpression: { here: true },
    },
  ],
  [SANDBOX_CHANGES]: [
    { key: { accountId: 1, number: 1 }, name: 'one_an_order', unique: true },
    { key: { accountId: 1, changedAt: 1 }, name: 'by_change' },
  ],
  [KEY_OFFERS]: [
    { key: { accountId: 1, expiresAt: -1 }, name: 'of_account' },
    keptDays('expiresAt', 0),
    dueIndex,
  ],
  [PRIVACY_REQUESTS]: [
    { key: { accountId: 1, digest: 1 }, name: 'once', unique: true },
    { key: { accountId: 1, _id: -1 }, name: 'newest' },
    dueIndex,
  ],
  [IMPORT_JOBS]: [
    {
      key: { accountId: 1, platform: 1 },
      name: 'one_running',
      unique: true,
      partialFilterExpression: { active: true },
    },
    { key: { accountId: 1, platform: 1, _id: -1 }, name: 'latest' },
    dueIndex,
    // This index deletes imports some days after they finished. A running import has no `finishedAt`, so it is not
    // deleted.
    keptDays('finishedAt', HISTORY_DAYS),
    { ...keptDays('scheduledAt', SCHEDULED_DAYS), name: 'scheduled' },
  ],
  [WRITE_BACKS]: [
    dueIndex,
    { key: { accountId: 1, platform: 1 }, name: 'failed', partialFilterExpression: { failed: true } },
  ],
};
