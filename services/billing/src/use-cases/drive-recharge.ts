import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Recharge } from '../domain/recharge';
import { rechargeTransfer } from '../domain/transfers';
import {
  type ChargeOutcome,
  GatewayMisconfigured,
  GatewaySilent,
  type PaymentGateway,
  type Recharges,
} from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';

export interface DriveRechargeDependencies extends AppendDependencies {
  recharges: Recharges;
  gateway: PaymentGateway;
  /** The part of a reference that never comes again. */
  random(): string;
  failPoint: FailPoint;
}

/**
 * Takes a pending recharge through the gateway into the ledger. Anybody may drive any recharge at any time, even twice
 * at once: the gateway charges a reference once, and the ledger takes its key once.
 * @param resumed somebody may have asked the gateway before, so look before asking again
 * @throws DomainError unavailable while the gateway does not say what happened; the recharge stays pending then
 */
export const driveRecharge =
  (dependencies: DriveRechargeDependencies) =>
  async (recharge: Recharge, { resumed }: { resumed: boolean }): Promise<ChargeOutcome> => {
    const { gateway, recharges, failPoint } = dependencies;
    const { accountId, reference, amount } = recharge;
    const outcome = await charge(gateway, recharge, resumed);
    if (outcome.status === 'declined') {
      await recharges.move(recharge, 'pending', 'declined');
      return outcome;
    }
    failPoint('recharge-charged');
    await appendTransfer(dependencies)(accountId, () => rechargeTransfer(reference, amount));
    await recharges.move(recharge, 'pending', 'settled');
    return outcome;
  };

/** @throws DomainError payment_required with the payment gateway's reason */
export function refuseDeclined(outcome: ChargeOutcome): void {
  if (outcome.status === 'declined') {
    throw new DomainError('payment_required', `Payment declined: ${outcome.reason} Nothing was charged.`);
  }
}

async function charge(
  gateway: PaymentGateway,
  { accountId, reference, amount, paymentMethod }: Recharge,
  resumed: boolean,
): Promise<ChargeOutcome> {
  const asked = { accountId, reference, amount };
  try {
    const known = resumed ? await gateway.find(asked) : undefined;
    return known ?? (await gateway.charge({ ...asked, paymentMethod }));
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    if (error instanceof GatewayMisconfigured) throw oursToMend(reference, error);
    const known = await gateway.find(asked).catch(() => undefined);
    if (known) return known;
    throw new DomainError(
      'unavailable',
      'The payment gateway gave no answer, so the recharge is not known to have happened. Try again in a moment.',
      { detail: reference, cause: error },
    );
  }
}

const oursToMend = (reference: string, cause: GatewayMisconfigured) =>
  new DomainError(
    'unavailable',
    'Cards cannot be charged at the moment. The fault is on our side and is being looked into. Try again later.',
    { detail: reference, cause },
  );
