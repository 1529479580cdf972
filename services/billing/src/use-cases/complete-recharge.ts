import type { AccountId } from '@parcelyard/service-kit/ids';
import { CLAIM_LASTS_MS, nextLookUp, type Recharge, withoutPurpose } from '../domain/recharge';
import { type AppendHoldDependencies, appendHold } from './append-hold';
import { type SettleRechargeDependencies, settleByLookUp } from './settle-recharge';

export type CompleteRechargeDependencies = SettleRechargeDependencies & AppendHoldDependencies;

/**
 * Brings an active recharge to its end for somebody else than its own purpose, which alone may charge: what was sent is
 * looked up, and the hold that it was made for is made, so that nobody else takes the money; what was never sent is
 * withdrawn, and a purpose that was given up lets go of it.
 * @returns whether the account is free for another recharge
 * @throws DomainError unavailable while the gateway does not answer
 */
export const completeRecharge =
  (dependencies: CompleteRechargeDependencies) =>
  async (recharge: Recharge): Promise<boolean> => {
    const { recharges, purchases, clock } = dependencies;
    const { accountId, purchaseId, state, createdAt } = recharge;
    const purpose = await purchases.find(accountId, purchaseId);
    if (purpose?.state !== 'open') {
      await endWithoutPurpose(dependencies, accountId, purchaseId);
      return true;
    }
    if (state === 'claimed') {
      const left = clock.now().getTime() - createdAt.getTime() > CLAIM_LASTS_MS;
      return left && recharges.withdraw(recharge);
    }
    if (state === 'pending' && !(await settleByLookUp(dependencies)(recharge))) return false;
    if (!purpose.topUp) await appendHold(dependencies)(purpose);
    await recharges.move(recharge, 'settled', 'spent', clock.now());
    return true;
  };

/** For the sweeper: a recharge whose process did not come back, or whose outcome is not known yet. */
export const sweepRecharge =
  (dependencies: CompleteRechargeDependencies) =>
  async (recharge: Recharge): Promise<void> => {
    const ended =
      recharge.state === 'given_up'
        ? await settleByLookUp(dependencies)(recharge)
        : await completeRecharge(dependencies)(recharge);
    if (ended) return;
    await dependencies.recharges.defer(recharge, nextLookUp(recharge, dependencies.clock.now()));
  };

/** Lets a purpose that was given up go of its recharge, wherever that stands; it blocks nobody any more. */
export async function endWithoutPurpose(
  { recharges, clock }: Pick<CompleteRechargeDependencies, 'recharges' | 'clock'>,
  accountId: AccountId,
  purchaseId: string,
): Promise<void> {
  for (;;) {
    const latest = await recharges.findLatest(accountId, purchaseId);
    const to = latest && withoutPurpose(latest);
    if (!latest || !to) return;
    if (await recharges.move(latest, latest.state, to, clock.now())) return;
  }
}
