import type { MailReport } from '../domain/mail-report';
import type { Message } from '../domain/message';
import type { CustomersPorts } from '../ports';

export interface ReportPorts extends Pick<CustomersPorts, 'reports' | 'suppressions' | 'customers'> {
  onReport(report: MailReport): void;
}

/**
 * Records what happened to a message. After a hard bounce, the account sends nothing to the address any more. After a
 * complaint, it sends no marketing mail. A repeated report changes nothing.
 */
export async function noteReport(
  { reports, suppressions, customers, onReport }: ReportPorts,
  { accountId, messageId, recipient }: Pick<Message, 'accountId' | 'messageId' | 'recipient'>,
  report: MailReport,
  at: Date,
): Promise<void> {
  const address = recipient.toLowerCase();
  if (report.kind === 'complaint') {
    // The suppression is saved before the customer's record, because only the suppression also stops mail that is
    // already queued.
    await suppressions.add(accountId, address, at);
    await customers.unsubscribe(accountId, address);
  }
  const isNew = await reports.note({ accountId, address, messageId }, report, at);
  // The stored bounce is used, not the report: a repeated report must not restore a bounce that the owner removed.
  const { bounce } = (await reports.get(accountId, address)) ?? {};
  if (bounce) await customers.noteBounce(accountId, address, bounce.at);
  if (isNew) onReport(report);
}
