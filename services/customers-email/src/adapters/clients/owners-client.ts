import type { Account, AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

const MAX_REMEMBERED = 10_000;

/** Reads accounts from auth over RPC. An account with a verified address is remembered and not read again. */
export function createOwnersClient(rpc: Pick<RpcClient<typeof AuthDefinition>, 'getAccount'>) {
  const verified = new BoundedMap<number, Account>(MAX_REMEMBERED);
  const find = async (accountId: number): Promise<Account> => {
    const known = verified.get(accountId);
    if (known) return known;
    const account = await rpc.getAccount({ accountId });
    if (account.addressVerified) verified.set(accountId, account);
    return account;
  };
  return {
    find,
    isVerified: async (accountId: number): Promise<boolean> => (await find(accountId)).addressVerified,
  };
}

export type Owners = ReturnType<typeof createOwnersClient>;
