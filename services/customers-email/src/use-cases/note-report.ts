import type { CustomerStore } from '../adapters/mongo/customer-store';
import type { MailReports } from '../adapters/mongo/mail-reports';
import type { Suppressions } from '../adapters/mongo/suppressions';
import type { MailReport } from '../domain/mail-report';
import type { Message } from '../domain/message';

export interface ReportPorts {
  readonly reports: MailReports;
  readonly suppressions: Suppressions;
  readonly customers: CustomerStore;
  /** Told of each report that is new. */
  onReport(report: MailReport): void;
}

/**
 * Takes in what became of a message. A hard bounce ends every mail of that account to that address; a complaint ends
 * its marketing, as the way out does. The same report again changes nothing.
 */
export async function noteReport(
  { reports, suppressions, customers, onReport }: ReportPorts,
  { accountId, messageId, recipient }: Pick<Message, 'accountId' | 'messageId' | 'recipient'>,
  report: MailReport,
  at: Date,
): Promise<void> {
  const address = recipient.toLowerCase();
  if (report.kind === 'complaint') {
    // First: it alone prevents mail.
    await suppressions.add(accountId, address, at);
    await customers.unsubscribe(accountId, address);
  }
  const isNew = await reports.note({ accountId, address, messageId }, report, at);
  // As the list has it: a bounce that the owner has forgiven does not come back with its report.
  const { bounce } = (await reports.get(accountId, address)) ?? {};
  if (bounce) await customers.noteBounce(accountId, address, bounce.at);
  if (isNew) onReport(report);
}
