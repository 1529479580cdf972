import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import type { Recharge } from '../domain/recharge';
import type { AppendPorts, LedgerRound } from '../ports';
import type { KnownLedger } from './known-ledger';

/**
 * Creates the reads for one append. Reads of purchases that are requested at the same time become one query. The same
 * is true for reads of transfers.
 */
export function createLedgerRound(
  { ledger, purchaseCharges, accounts, recharges }: AppendPorts,
  accountId: AccountId,
  known: KnownLedger,
): LedgerRound {
  const purchase = combineReads(async (ids) =>
    byName(await purchaseCharges.findAll(accountId, ids), ({ id }) => id),
  );
  const transfer = combineReads(async (keys) =>
    byName(await ledger.findAll(accountId, keys), ({ key }) => key),
  );
  let account: Promise<BillingAccount> | undefined;
  let active: Promise<Recharge | undefined> | undefined;
  return {
    account: () => {
      account ??= accounts.find(accountId);
      return account;
    },
    activeRecharge: () => {
      active ??= recharges.findActive(accountId);
      return active;
    },
    purchase,
    transfer: async (key) => known.hold(accountId, key) ?? transfer(key),
  };
}

const byName = <T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [nameOf(one), one]));

type Load<T> = (names: readonly string[]) => Promise<ReadonlyMap<string, T>>;

/** Combines the names that are asked for one after the other, without waiting in between, into one query. */
function combineReads<T>(load: Load<T>): (name: string) => Promise<T | undefined> {
  let next: { names: Set<string>; found: Promise<ReadonlyMap<string, T>> } | undefined;
  return async (name) => {
    if (!next) {
      const names = new Set<string>();
      const found = Promise.resolve().then(() => {
        next = undefined;
        return load([...names]);
      });
      next = { names, found };
    }
    next.names.add(name);
    return (await next.found).get(name);
  };
}
