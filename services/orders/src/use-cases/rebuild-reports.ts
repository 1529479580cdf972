import type { AccountId } from '@parcelyard/service-kit/ids';
import type { ReportDays } from '../ports';

/** Counts the account's report figures anew from its orders, beside the traffic. */
export const rebuildReports =
  ({ reports }: { reports: ReportDays }) =>
  (accountId: AccountId): Promise<number> =>
    reports.rebuild(accountId);
