import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Allowance } from '../../ports';

/** The month's allowance of marketing e-mails, reached over RPC. */
export function createAllowanceClient(
  rpc: Pick<RpcClient<typeof BillingDefinition>, 'checkMarketingEmails' | 'claimMarketingEmails'>,
): Allowance {
  return {
    check: (accountId, count) => rpc.checkMarketingEmails({ accountId, count }),
    claim: async (accountId, key, count) => {
      await rpc.claimMarketingEmails({ accountId, key, count });
    },
  };
}
