import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

const MAX_REMEMBERED = 10_000;

/** The owners of accounts, reached over RPC. A verified address stays verified, so auth is asked once. */
export function createOwnersClient(rpc: Pick<RpcClient<typeof AuthDefinition>, 'getAccount'>) {
  const verified = new BoundedMap<number, true>(MAX_REMEMBERED);
  return {
    /** Whether the owner has verified the account's own address. */
    isVerified: async (accountId: number): Promise<boolean> => {
      if (verified.has(accountId)) return true;
      const { addressVerified } = await rpc.getAccount({ accountId });
      if (addressVerified) verified.set(accountId, true);
      return addressVerified;
    },
  };
}

export type Owners = ReturnType<typeof createOwnersClient>;
