import { type Delivery, isDelivered } from '../../domain/webhooks/delivery';
import type { WebhookTurn } from '../../domain/webhooks/webhook';
import { type AttemptDeliveryDependencies, attemptDelivery } from './attempt-delivery';

export interface DeliverDueDependencies extends AttemptDeliveryDependencies {
  /** Called for an event for which no attempt could be made. */
  onDeferred(delivery: Delivery, error: unknown): void;
}

export const WEBHOOK_REMOVED = 'The webhook was removed.';

/**
 * After this pause, an event for which no attempt could be made is tried again. The account's other events do not wait.
 */
export const DEFERRED_MS = 60_000;

/** How many events of one account are sent at the same time. */
const CONCURRENCY = 4;

/**
 * Sends the due events of one account, a few at the same time, and sets when the account's events are sent next. The
 * call ends after its slowest attempt. Only one call at a time runs for an account.
 * @param signal fires when the process must end: running attempts stop, and their events stay due
 */
export async function deliverDue(
  dependencies: DeliverDueDependencies,
  turn: WebhookTurn,
  signal: AbortSignal,
): Promise<void> {
  const { webhooks, deliveries } = dependencies;
  const failing = await attemptAll(dependencies, turn, signal);
  for (let { dispatchVersion } = turn; ; ) {
    const next = await deliveries.nextDueAt(turn.accountId);
    const newer = await webhooks.finish({ ...turn, dispatchVersion }, { next, failing });
    if (!newer) return;
    dispatchVersion = newer.dispatchVersion;
  }
}

/** Makes one attempt for each due event of the account. Returns whether the receiver fails now. */
async function attemptAll(
  dependencies: DeliverDueDependencies,
  { accountId, failing }: WebhookTurn,
  signal: AbortSignal,
): Promise<boolean> {
  const { webhooks, deliveries, clock, onDeferred } = dependencies;
  const webhook = await webhooks.find(accountId);
  const { url } = webhook ?? {};
  if (webhook === undefined || url === undefined) {
    await deliveries.giveUpAll(accountId, WEBHOOK_REMOVED);
    return false;
  }
  const due = await deliveries.listDue(accountId, clock.now(), failing ? 1 : CONCURRENCY);
  const made = await Promise.all(
    due.map((one) =>
      attemptDelivery(dependencies, { ...webhook, url }, one, signal).catch(async (error: unknown) => {
        if (signal.aborted) return undefined;
        onDeferred(one, error);
        await deliveries.defer(one, new Date(clock.now().getTime() + DEFERRED_MS));
        return undefined;
      }),
    ),
  );
  const outcomes = made.filter((outcome) => outcome !== undefined);
  return outcomes.length === 0 ? failing : !outcomes.some(isDelivered);
}
