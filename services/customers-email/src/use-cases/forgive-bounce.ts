import type { Empty } from '@parcelyard/contracts/common';
import type { ForgiveBounceRequest } from '@parcelyard/contracts/customers';
import type { CustomerStore } from '../adapters/mongo/customer-store';
import type { MailReports } from '../adapters/mongo/mail-reports';

/**
 * Allows mail again to an address whose mailbox did not exist. A complaint stays recorded, because the reader who
 * complained does not want the mail.
 */
export async function forgiveBounce(
  { reports, customers }: { reports: MailReports; customers: CustomerStore },
  { accountId, address }: ForgiveBounceRequest,
): Promise<Empty> {
  const mailbox = address.trim().toLowerCase();
  await reports.forgive(accountId, mailbox);
  await customers.noteBounce(accountId, mailbox, undefined);
  return {};
}
