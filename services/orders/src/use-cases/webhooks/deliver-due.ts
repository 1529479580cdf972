import { type Delivery, isDelivered } from '../../domain/webhooks/delivery';
import type { WebhookTurn } from '../../domain/webhooks/webhook';
import { type AttemptDeliveryDependencies, attemptDelivery } from './attempt-delivery';

export interface DeliverDueDependencies extends AttemptDeliveryDependencies {
  /** Called for a delivery for which not even an attempt was possible. */
  onDeferred(delivery: Delivery, error: unknown): void;
}

export const WEBHOOK_REMOVED = 'The webhook was removed.';

/**
 * Milliseconds until the next try of a delivery for which no attempt was possible. The account's other deliveries
 * continue.
 */
export const DEFERRED_MS = 60_000;

/** How many deliveries of one account run at one time. */
const CONCURRENCY = 4;

/**
 * Runs one account's turn: attempts due deliveries, a few at one time, and sets the time of the next turn. A turn lasts
 * as long as its slowest attempt. An account has at most one turn at a time.
 * @throws Error when nothing can be signed; due deliveries then wait
 * @param signal fires when the process must end: running attempts stop, and their deliveries stay due
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

/** Attempts these deliveries. Returns whether the endpoint fails now. */
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
  if (webhook.secretIsLost) {
    throw new Error(`The webhook secret of account ${accountId} is sealed under a key that is gone.`);
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
