import type { AccountRef, ListMailReportsResponse } from '@parcelyard/contracts/customers';
import type { MailReports } from '../adapters/mongo/mail-reports';

const MOST = 50;

/** Returns the addresses with the latest reports. */
export async function listMailReports(
  { reports }: { reports: MailReports },
  { accountId }: AccountRef,
): Promise<ListMailReportsResponse> {
  const latest = await reports.latest(accountId, MOST);
  return {
    reports: latest.map(({ address, at, bounce, complainedAt, softBounces = 0 }) => ({
      address,
      lastAt: at,
      bounceStatus: bounce?.status,
      complainedAt,
      softBounces,
    })),
  };
}
