import type { MailReport } from '../domain/mail-report';
import type { Message } from '../domain/message';
import type { CustomersPorts } from '../ports';

export interface ReportPorts extends Pick<CustomersPorts, 'reports' | 'suppressions' | 'customers'> {
  /** Called for each new report. */
  onReport(report: MailReport): void;
}

/**
 * Records what happened to a message. A hard bounce ends all mail of the account to that address. A complaint ends the
 * account's marketing mail to it, as unsubscribing does. A repeated report changes nothing.
 */
export async function noteReport(
  { reports, suppressions, customers, onReport }: ReportPorts,
  { accountId, messageId, recipient }: Pick<Message, 'accountId' | 'messageId' | 'recipient'>,
  report: MailReport,
  at: Date,
): Promise<void> {
  const address = recipient.toLowerCase();
  if (report.kind === 'complaint') {
    // The suppression is written first, because only the suppression prevents mail.
    await suppressions.add(accountId, address, at);
    await customers.unsubscribe(accountId, address);
  }
  const isNew = await reports.note({ accountId, address, messageId }, report, at);
  // The bounce is read from the list, because a repeated report must not restore a bounce that the owner has removed.
  const { bounce } = (await reports.get(accountId, address)) ?? {};
  if (bounce) await customers.noteBounce(accountId, address, bounce.at);
  if (isNew) onReport(report);
}
