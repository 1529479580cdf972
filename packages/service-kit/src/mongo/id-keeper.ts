import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { RpcClient } from '../rpc/definition';

/** Counts, outside of a service's database, how many ids of each of its sequences were handed out. */
export interface IdKeeper {
  /** Takes `count` further ids. @param known the last id known to the service's database @returns the last id taken */
  take(name: string, known: number, count: number): Promise<number>;
  /** How many were taken, by name. */
  taken(): Promise<ReadonlyMap<string, number>>;
}

export type IdKeepingBilling = Pick<RpcClient<BillingDefinition>, 'takeIds' | 'listIdMarks'>;

/** Shorter than any caller's wait: without an answer, ids continue from the service's own database. */
const TIMEOUT_MS = 3_000;

/**
 * Billing is the keeper: it hands out no ids of its own and calls no other service. @param service the owner of the ids
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
