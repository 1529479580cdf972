import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import { gatewayWouldKnow, type Recharge } from '../domain/recharge';
import { rechargeTransfer } from '../domain/transfers';
import {
  type ChargeOutcome,
  GatewayMisconfigured,
  GatewaySilent,
  type PaymentGateway,
  type Recharges,
} from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';

export interface SettleRechargeDependencies extends AppendDependencies {
  recharges: Recharges;
  gateway: PaymentGateway;
  failPoint: FailPoint;
}

/**
 * Writes down what the gateway did, once however often it is told. Money that arrives for a purpose that was given up is
 * the account's: it stands in the ledger as any recharge, and the balance keeps it (money rule 6).
 */
export const settleRecharge =
  (dependencies: SettleRechargeDependencies) =>
  async (recharge: Recharge, outcome: ChargeOutcome): Promise<ChargeOutcome> => {
    const { recharges, clock, failPoint } = dependencies;
    const { accountId, reference, amount } = recharge;
    const now = clock.now();
    if (outcome.status === 'declined') {
      if (!(await recharges.move(recharge, 'pending', 'declined', now))) {
        await recharges.move(recharge, 'given_up', 'declined', now);
      }
      return outcome;
    }
    failPoint('recharge-charged');
    await appendTransfer(dependencies)(accountId, () => rechargeTransfer(reference, amount));
    failPoint('recharge-entered');
    if (await recharges.move(recharge, 'pending', 'settled', now)) return outcome;
    if (await recharges.move(recharge, 'given_up', 'spent', now)) return outcome;
    await recharges.move(recharge, 'withdrawn', 'spent', now);
    return outcome;
  };

/**
 * Looks up what became of a recharge that was sent, and never asks for it.
 * @returns whether that is known now; it is when the gateway knows of no such charge and had the time to know
 * @throws DomainError unavailable while the gateway does not answer
 */
export const settleByLookUp =
  (dependencies: SettleRechargeDependencies) =>
  async (recharge: Recharge): Promise<boolean> => {
    const { recharges, gateway, clock } = dependencies;
    const certain = gatewayWouldKnow(recharge, gateway.knowsAfterMs, clock.now());
    const outcome = await lookUpCharge(dependencies, recharge);
    if (outcome) {
      await settleRecharge(dependencies)(recharge, outcome);
      return true;
    }
    return certain && (await recharges.withdraw(recharge));
  };

/** @throws DomainError unavailable while the gateway does not answer */
export async function lookUpCharge(
  { gateway }: SettleRechargeDependencies,
  { accountId, reference, amount }: Recharge,
): Promise<ChargeOutcome | undefined> {
  try {
    return await gateway.find({ accountId, reference, amount });
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    throw noAnswer(reference, error);
  }
}

export const noAnswer = (reference: string, cause?: unknown) =>
  DomainError.text(
    'unavailable',
    cause instanceof GatewayMisconfigured
      ? 'Cards cannot be charged at the moment. The fault is on our side and is being looked into. Try again later.'
      : 'The payment gateway gave no answer, so the recharge is not known to have happened. Try again in a moment.',
    { detail: reference, ...(cause !== undefined && { cause }) },
  );
