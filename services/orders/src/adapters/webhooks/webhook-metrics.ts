import { Counter } from 'prom-client';
import { type AttemptOutcome, isDelivered } from '../../domain/webhooks/delivery';

/**
 * Counts the results of attempts. If more and more are not `delivered`, many receivers or our network have a problem.
 */
export function createWebhookMetrics() {
  const attempts = new Counter({
    name: 'parcelyard_webhook_attempts_total',
    help: 'Attempts at webhook deliveries by outcome',
    labelNames: ['outcome'],
    registers: [],
  });
  for (const outcome of ['delivered', 'rejected', 'unreachable', 'timeout', 'refused', 'unsigned']) {
    attempts.inc({ outcome }, 0);
  }
  return {
    metrics: [attempts],
    onAttempt: (outcome: AttemptOutcome) => attempts.inc({ outcome: nameOf(outcome) }),
  };
}

const nameOf = (outcome: AttemptOutcome): string => {
  if (outcome.kind !== 'answered') return outcome.kind;
  return isDelivered(outcome) ? 'delivered' : 'rejected';
};
