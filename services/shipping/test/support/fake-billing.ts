import type { BillingDefinition } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

type Billing = RpcClient<BillingDefinition>;

/** An account's money by the rules that the saga leans on: one hold a purchase, resolved once. */
export function createFakeBilling(startCents = 50_000): Billing {
  let available = startCents;
  const holds = new Map<string, { total: number; state: 'held' | 'captured' | 'released' }>();
  const balance = () => {
    const open = [...holds.values()].filter(({ state }) => state === 'held');
    const heldCents = open.reduce((sum, { total }) => sum + total, 0);
    return { availableCents: available, heldCents, autoRechargeCents: 0 };
  };
  const resolve = (purchaseId: string, to: 'captured' | 'released') => {
    const hold = holds.get(purchaseId);
    if (!hold || hold.state === to) return balance();
    if (hold.state !== 'held') throw new DomainError('conflict', `The hold was ${hold.state}.`);
    hold.state = to;
    if (to === 'released') available += hold.total;
    return balance();
  };
  const known: Partial<Billing> = {
    getBalance: async () => balance(),
    previewCharge: async ({ postageCents, insuranceCents }) => {
      const total = postageCents + insuranceCents;
      return {
        feeCents: 0,
        totalChargeCents: total,
        currentBalanceCents: available,
        balanceAfterCents: available - total,
        autoRechargeWouldFire: false,
        rechargeCents: 0,
        balanceWouldGoNegative: available < total,
        limitMessage: undefined,
      };
    },
    hold: async ({ purchaseId, postageCents, insuranceCents }) => {
      const total = postageCents + insuranceCents;
      if (!holds.has(purchaseId)) {
        if (total > available) throw new DomainError('payment_required', 'The balance is too low.');
        available -= total;
        holds.set(purchaseId, { total, state: 'held' });
      }
      return { totalCents: total, feeCents: 0, rechargedCents: 0 };
    },
    capture: async ({ purchaseId }) => {
      if (!holds.has(purchaseId)) throw new DomainError('not_found', 'There is no such hold.');
      return resolve(purchaseId, 'captured');
    },
    release: async ({ purchaseId }) => resolve(purchaseId, 'released'),
    listTransfers: async () => ({
      transfers: [...holds].flatMap(([purchaseId, { total, state }], seq) => {
        const transfer = (kind: string) => ({
          key: `${kind}:${purchaseId}`,
          accountId: 1,
          seq,
          kind,
          lines: [{ ledger: 'held', cents: total }],
          availableAfterCents: 0,
          heldAfterCents: 0,
          resolves: undefined,
          at: undefined,
        });
        if (state === 'held') return [transfer('hold')];
        return [transfer('hold'), transfer(state === 'captured' ? 'capture' : 'release')];
      }),
    }),
  };
  return known as Billing;
}
