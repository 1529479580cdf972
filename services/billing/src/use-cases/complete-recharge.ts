import type { AccountId } from '@parcelyard/service-kit/ids';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import { CLAIM_LASTS_MS, detachedState, nextLookUp, type Recharge } from '../domain/recharge';
import type { BillingPorts } from '../ports';
import { appendHold } from './append-hold';
import { settleByLookUp } from './drive-recharge';

/**
 * Ends an active recharge of another purchase. Only a call for the recharge's own purpose may send it, so this call
 * never charges. A sent recharge is looked up and its purchase's hold is made, so no other purchase uses the money. An
 * unsent recharge is withdrawn. A recharge whose purpose was given up is detached.
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

/** For the sweeper: completes a recharge whose process died, or whose outcome is unknown. */
export async function sweepRecharge(ports: BillingPorts, recharge: Recharge): Promise<void> {
  const { state } = recharge;
  const ended = await (state === 'given_up'
    ? settleByLookUp(ports, recharge)
    : completeRecharge(ports, recharge));
  if (!ended) await ports.recharges.defer(recharge, nextLookUp(recharge, ports.clock.now()));
}

/** Separates a recharge in any state from its given-up purpose. The recharge then no longer blocks other purchases. */
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
