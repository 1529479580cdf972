import type { Recharge } from '../domain/recharge';
import type { Purchases } from '../ports';
import { type AppendHoldDependencies, appendHold } from './append-hold';
import { type DriveRechargeDependencies, driveRecharge } from './drive-recharge';

export interface CompleteRechargeDependencies extends DriveRechargeDependencies, AppendHoldDependencies {
  purchases: Purchases;
}

/**
 * Does for a recharge's purchase what is left to do: the recharge itself and the hold that it was made for, so that
 * nobody else takes the money and the account is free for the next one. For purchases that wait behind it, and for the
 * sweeper when the process that began it did not come back.
 * @throws DomainError unavailable while the gateway does not say what happened
 */
export const completeRecharge =
  (dependencies: CompleteRechargeDependencies) =>
  async (recharge: Recharge): Promise<void> => {
    const { recharges, purchases } = dependencies;
    const { accountId, purchaseId } = recharge;
    if (recharge.state === 'pending') {
      const outcome = await driveRecharge(dependencies)(recharge, { resumed: true });
      if (outcome.status === 'declined') return;
    }
    const purchase = await purchases.find(accountId, purchaseId);
    if (purchase?.state === 'open') await appendHold(dependencies)(purchase);
    await recharges.move(recharge, 'settled', 'spent');
  };
