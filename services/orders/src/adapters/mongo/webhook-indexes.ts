import { dueIndex } from '@parcelyard/due-work/leased-collection';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';

export const WEBHOOKS = 'webhooks';
export const WEBHOOK_DELIVERIES = 'webhook_deliveries';

/** The index `once` ensures that an order has at most one event of each type. */
export const webhookIndexes: IndexPlan = {
  [WEBHOOKS]: [
    { key: { accountId: 1 }, name: 'one_per_account', unique: true },
    { key: { failing: 1, dueAt: 1 }, name: 'due_by_lane' },
    dueIndex,
  ],
  [WEBHOOK_DELIVERIES]: [
    { key: { accountId: 1, orderId: 1, eventType: 1 }, name: 'once', unique: true },
    { key: { accountId: 1, dueAt: 1 }, name: 'due_of_account' },
    { key: { accountId: 1, _id: -1 }, name: 'log' },
    keptDays('createdAt', HISTORY_DAYS),
  ],
};
