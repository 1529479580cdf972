import type { Logger } from '@parcelyard/service-kit/logger';
import { Counter } from 'prom-client';
import type { SendOutcome } from '../../domain/message';

/** How tries to hand a mail over end; `misconfigured` is the operator's to mend and is logged as such. */
export function createMailMetrics(logger: Logger) {
  const tries = new Counter({
    name: 'parcelyard_mail_tries_total',
    help: 'Tries to hand a mail to the mail server by outcome',
    labelNames: ['outcome'],
    registers: [],
  });
  const outcomes = ['accepted', 'refused', 'not_sent', 'misconfigured', 'doubtful', 'unsubscribed'] as const;
  for (const outcome of outcomes satisfies readonly SendOutcome['kind'][]) tries.inc({ outcome }, 0);
  return {
    metrics: [tries],
    onTry: (outcome: SendOutcome) => {
      tries.inc({ outcome: outcome.kind });
      if (outcome.kind !== 'misconfigured') return;
      logger.error(
        { reply: outcome.detail },
        'the mail server refuses us, not the mail: check SMTP_URL and MAIL_FROM',
      );
    },
  };
}
