import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Owners } from '../../ports';

const REMEMBERED = 10_000;

/** The owners of accounts, reached over RPC. An address that is verified stays so, and is asked for once. */
export function createOwnersClient(rpc: Pick<RpcClient<typeof AuthDefinition>, 'getAccount'>): Owners {
  const verified = new BoundedMap<AccountId, true>(REMEMBERED);
  return {
    isVerified: async (accountId) => {
      if (verified.has(accountId)) return true;
      const { addressVerified } = await rpc.getAccount({ accountId });
      if (addressVerified) verified.set(accountId, true);
      return addressVerified;
    },
  };
}
