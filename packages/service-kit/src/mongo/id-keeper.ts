import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcClient } from '../rpc/definition';

/**
 * Counts, for each sequence of a service, how many ids were claimed. The count is stored outside the service's
 * database, so a restore of that database does not change it.
 */
export interface IdKeeper {
  /**
   * Claims `count` further ids.
   * @param known how many ids were claimed, as far as the service's database knows
   * @returns how many ids are claimed now; the last `count` of them are new
   */
  take(name: string, known: number, count: number): Promise<number>;
  /** Returns for each sequence, by its name, how many ids were claimed. */
  taken(): Promise<ReadonlyMap<string, number>>;
}

export type IdKeepingBilling = Pick<RpcClient<BillingDefinition>, 'takeIds' | 'listIdMarks'>;

/**
 * Shorter than any caller's timeout. If billing does not answer, ids continue from the service's own database. A new
 * process cannot continue in this way, so the time is longer than a machine usually stands still.
 */
const TIMEOUT_MS = 5_000;

/**
 * Creates a keeper that stores its counts in billing. Billing is suitable because it hands out no ids itself and calls
 * no other service.
 * @param service the owner of the ids
 */
export const createIdKeeper = (service: string, billing: IdKeepingBilling): IdKeeper => ({
  take: async (name, known, count) => {
    const asked = { service, name, known, count };
    return (await billing.takeIds(asked, { timeoutMs: TIMEOUT_MS })).taken;
  },
  taken: async () => {
    const { marks } = await billing.listIdMarks({ service }, { timeoutMs: TIMEOUT_MS });
    return new Map(marks.map(({ name, taken }) => [name, taken]));
  },
});
