import type { Clock } from '@parcelyard/service-kit/clock';
import { isDelivered } from '../../domain/webhooks/delivery';
import type { WebhookTurn } from '../../domain/webhooks/webhook';
import type { DeliveryStore, WebhookStore } from '../../ports';
import { type AttemptDeliveryDependencies, attemptDelivery } from './attempt-delivery';

export interface DeliverDueDependencies extends AttemptDeliveryDependencies {
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  clock: Clock;
}

export const WEBHOOK_REMOVED = 'The webhook was removed.';

/** Deliveries of one account under way at one time. */
const AT_ONE_TIME = 4;

/**
 * One account's turn: attempts what is due, a few at one time, and says when the next turn is. A turn takes as long as
 * its slowest attempt, so an account never holds more than its one turn.
 * @param signal fires when the process ends: attempts under way are given up and stay due
 * @returns whether more is due already
 */
export const deliverDue = (dependencies: DeliverDueDependencies) => {
  const { webhooks, deliveries, clock } = dependencies;
  const attempt = attemptDelivery(dependencies);

  /** Whether the endpoint fails now. */
  const attemptAll = async ({ accountId, failing }: WebhookTurn, signal: AbortSignal): Promise<boolean> => {
    const webhook = await webhooks.find(accountId);
    const { url } = webhook ?? {};
    if (webhook === undefined || url === undefined) {
      await deliveries.giveUpAll(accountId, WEBHOOK_REMOVED);
      return false;
    }
    const due = await deliveries.listDue(accountId, clock.now(), failing ? 1 : AT_ONE_TIME);
    const made = await Promise.allSettled(due.map((one) => attempt({ ...webhook, url }, one, signal)));
    if (signal.aborted) return failing;
    const outcomes = made.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    return outcomes.length === 0 ? failing : !outcomes.some(isDelivered);
  };

  return async (turn: WebhookTurn, signal: AbortSignal): Promise<boolean> => {
    const failing = await attemptAll(turn, signal);
    for (let { wakes } = turn; ; ) {
      const next = await deliveries.nextDueAt(turn.accountId);
      const woken = await webhooks.finish({ ...turn, wakes }, { next, failing });
      if (!woken) return next !== undefined && next <= clock.now();
      wakes = woken.wokenTo;
    }
  };
};
