import type { AccountId } from '@parcelyard/service-kit/ids';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import { CLAIM_LASTS_MS, detachedState, nextLookUp, type Recharge } from '../domain/recharge';
import type { BillingPorts } from '../ports';
import { appendHold } from './append-hold';
import { settleByLookUp } from './drive-recharge';

/**
 * Called for a purchase or batch that must wait because another purchase or batch of the account has an active
 * recharge. Tries to end that recharge, but never sends it:
 * - If its purchase or batch was given up, changes the recharge to a state that is not active.
 * - If the recharge was sent, looks up the outcome and reserves the price of its purchase.
 * - If the recharge was not sent in time, withdraws it.
 * @returns whether the account may start another recharge
 * @throws DomainError unavailable while the payment gateway does not answer
 */
export async function completeRecharge(ports: BillingPorts, recharge: Recharge): Promise<boolean> {
  const { recharges, purchaseCharges, clock } = ports;
  const { accountId, purposeId, state, createdAt } = recharge;
  const purpose = await purchaseCharges.find(accountId, purposeId);
  if (purpose?.state !== 'open') {
    await detachRecharge(ports, accountId, purposeId);
    return true;
  }
  if (state === 'claimed') {
    const abandoned = ageMs(createdAt, clock.now()) > CLAIM_LASTS_MS;
    return abandoned && recharges.withdraw(recharge);
  }
  if (state === 'pending' && !(await settleByLookUp(ports, recharge))) return false;
  if (!purpose.batchRecharge) await appendHold(ports, purpose);
  await recharges.move(recharge, 'settled', 'spent', clock.now());
  return true;
}

/** Called by a worker: ends a recharge whose process has crashed, or whose outcome is unknown. */
export async function continueRecharge(ports: BillingPorts, recharge: Recharge): Promise<void> {
  const { state } = recharge;
  const ended = await (state === 'given_up'
    ? settleByLookUp(ports, recharge)
    : completeRecharge(ports, recharge));
  if (!ended) await ports.recharges.defer(recharge, nextLookUp(recharge, ports.clock.now()));
}

/**
 * Called after a purchase or batch was given up. Changes the state of its recharge, so that the recharge no longer
 * blocks other purchases.
 */
export async function detachRecharge(
  { recharges, clock }: Pick<BillingPorts, 'recharges' | 'clock'>,
  accountId: AccountId,
  purposeId: string,
): Promise<void> {
  for (;;) {
    const latest = await recharges.findLatest(accountId, purposeId);
    const to = latest && detachedState(latest);
    if (!latest || !to) return;
    if (await recharges.move(latest, latest.state, to, clock.now())) return;
  }
}
