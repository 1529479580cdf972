import type { Logger } from '@parcelyard/service-kit/logger';
import { Counter } from 'prom-client';
import type { MailReport } from '../../domain/mail-report';
import type { SendOutcome } from '../../domain/message';

/**
 * Counts the results of attempts to send a mail, and the reports that come later. The result `misconfigured` is also
 * logged, because the operator has to repair something.
 */
export function createMailMetrics(logger: Logger) {
  const tries = new Counter({
    name: 'parcelyard_mail_tries_total',
    help: 'Attempts to send a mail to the mail server, by outcome',
    labelNames: ['outcome'],
    registers: [],
  });
  const outcomes = [
    ...(['accepted', 'refused', 'not_sent', 'misconfigured', 'doubtful'] as const),
    ...(['unsubscribed', 'suppressed'] as const),
  ];
  for (const outcome of outcomes satisfies readonly SendOutcome['kind'][]) tries.inc({ outcome }, 0);
  const reports = new Counter({
    name: 'parcelyard_mail_reports_total',
    help: 'Delivery reports of mails, by their content; unrelated: the report names no mail of this deployment',
    labelNames: ['report'],
    registers: [],
  });
  for (const report of ['hard_bounce', 'soft_bounce', 'complaint', 'unrelated']) reports.inc({ report }, 0);
  return {
    metrics: [tries, reports],
    onTry: (outcome: SendOutcome) => {
      tries.inc({ outcome: outcome.kind });
      if (outcome.kind !== 'misconfigured') return;
      logger.error(
        { reply: outcome.detail },
        'the mail server refuses our connection: check SMTP_URL and MAIL_FROM',
      );
    },
    onReport: (report: MailReport) =>
      reports.inc({ report: report.kind === 'bounce' ? `${report.bounce}_bounce` : report.kind }),
    onUnrelated: () => reports.inc({ report: 'unrelated' }),
  };
}
