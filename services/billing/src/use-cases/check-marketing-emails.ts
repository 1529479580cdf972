import type { AccountId } from '@parcelyard/service-kit/ids';
import { type MarketingLimit, marketingLimit } from '../domain/marketing-limit';
import { type EntitlementDependencies, getEntitlements } from './get-entitlements';

/** Whether so many marketing e-mails may be sent now. Changes nothing. */
export const checkMarketingEmails =
  (dependencies: EntitlementDependencies) =>
  async (accountId: AccountId, count: number): Promise<MarketingLimit> => {
    const { standing, used } = await getEntitlements(dependencies)(accountId);
    return marketingLimit(standing, used.marketingEmails, count);
  };
