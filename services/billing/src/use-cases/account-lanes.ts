import type { AccountId } from '@parcelyard/service-kit/ids';

/**
 * One piece of work at a time for each account of this process, in the order of arrival. It keeps a burst of one
 * account from fighting itself over the next place in the ledger; other processes are kept out by the database alone.
 */
export class AccountLanes {
  private readonly tails = new Map<AccountId, Promise<unknown>>();

  run<T>(accountId: AccountId, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(accountId) ?? Promise.resolve();
    const result = before.then(work);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(accountId, tail);
    void tail.then(() => {
      if (this.tails.get(accountId) === tail) this.tails.delete(accountId);
    });
    return result;
  }
}
