import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Recharge } from '../domain/recharge';
import { SEND_WITHIN_MS } from '../domain/recharge';
import { type ChargeOutcome, GatewayMisconfigured, GatewaySilent, type Purchases } from '../ports';
import { lookUpCharge, noAnswer, type SettleRechargeDependencies, settleRecharge } from './settle-recharge';

export interface DriveRechargeDependencies extends SettleRechargeDependencies {
  purchases: Purchases;
  /** The part of a reference that never comes again. */
  random(): string;
}

/**
 * Takes a purpose's own recharge through the gateway into the ledger. Nobody but a call of the purpose itself does this:
 * others only look up what became of it. It may be done twice at once, for the gateway charges a reference once and the
 * ledger takes its key once. The last thing before the gateway is asked is the conditional update of the purpose that
 * giving it up excludes.
 * @returns undefined when nothing was sent, because the purpose was given up or the recharge moved on: look again
 * @throws DomainError unavailable while the gateway does not say what happened; the recharge stays pending then
 */
export const driveRecharge =
  (dependencies: DriveRechargeDependencies) =>
  async (recharge: Recharge): Promise<ChargeOutcome | undefined> => {
    const { recharges, purchases, clock, failPoint } = dependencies;
    const { accountId, purchaseId, reference } = recharge;
    const fresh = recharge.state === 'claimed';
    const known = fresh ? undefined : await lookUpCharge(dependencies, recharge);
    if (known) return settleRecharge(dependencies)(recharge, known);

    const sentAt = clock.now();
    const sent = await recharges.send(recharge, sentAt);
    if (!sent) return undefined;
    failPoint('recharge-sending');
    if (!(await purchases.letCharge(accountId, purchaseId, reference))) {
      if (fresh) await recharges.withdraw(sent);
      else await recharges.move(sent, 'pending', 'given_up', clock.now());
      return undefined;
    }
    if (clock.now().getTime() - sentAt.getTime() > SEND_WITHIN_MS) throw noAnswer(reference);
    return settleRecharge(dependencies)(sent, await charge(dependencies, sent));
  };

/** @throws DomainError payment_required with the payment gateway's reason */
export function refuseDeclined(outcome: ChargeOutcome | undefined): void {
  if (outcome?.status === 'declined') {
    throw DomainError.text('payment_required', `Payment declined: ${outcome.reason} Nothing was charged.`);
  }
}

async function charge(dependencies: DriveRechargeDependencies, recharge: Recharge): Promise<ChargeOutcome> {
  const { accountId, reference, amount, paymentMethod } = recharge;
  try {
    return await dependencies.gateway.charge({ accountId, reference, amount, paymentMethod });
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    if (error instanceof GatewayMisconfigured) throw noAnswer(reference, error);
    const known = await lookUpCharge(dependencies, recharge).catch(() => undefined);
    if (known) return known;
    throw noAnswer(reference, error);
  }
}
