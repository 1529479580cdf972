import type {
  BatchRechargeRef,
  RechargeForBatchRequest,
  RechargeForBatchResponse,
} from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { type Cents, ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import { billingMonth } from '../domain/billing-month';
import { type Charge, chargeFor, fund, insufficientBalance } from '../domain/charge';
import type { PurchaseCharge } from '../domain/purchase-charge';
import { batchRechargeName, type Recharge, rechargeReference } from '../domain/recharge';
import type { BillingPorts } from '../ports';
import { refuseWhileDeclined } from './blocking-decline';
import { refuseLabelsOfAnotherKind } from './check-labels';
import { completeRecharge, detachRecharge } from './complete-recharge';
import { driveRecharge, refuseDeclined, settleByLookUp } from './drive-recharge';
import { readFunds } from './read-funds';
import { accountOf, amountOf, textOf } from './request-fields';

/** The most attempts to recharge. They are enough to wait until the recharge of another purchase has ended. */
const MAX_ROUNDS = 100;

/**
 * Charges the card once for a whole batch, before its first label (money rule 6). If the balance is sufficient, saves
 * that the batch needs no charge. A repeated call gets the first call's answer, even if labels were bought in the
 * meantime.
 * @returns the amount that was charged
 * @throws DomainError payment_required when the rules allow no recharge or the payment method is declined; unavailable
 * when the payment gateway gave no answer; failed_precondition once the batch was given up; deadline_exceeded when the
 * signal fired before the first step
 */
export async function rechargeForBatch(
  ports: BillingPorts,
  request: RechargeForBatchRequest,
  signal: AbortSignal,
): Promise<RechargeForBatchResponse> {
  refuseLabelsOfAnotherKind(ports.money, request);
  const accountId = accountOf(request);
  const name = batchRechargeName(accountId, textOf('key', request.key));
  const postage = amountOf('postage_cents', request.postageCents);
  const insurance = amountOf('insurance_cents', request.insuranceCents);
  return ports.holdMutex.runExclusive(accountId, async () => {
    if (signal.aborted) throw new DomainError('deadline_exceeded', 'batch_recharge_not_begun', {});
    const { accounts, recharges, backoff, clock } = ports;
    for (let round = 1; round <= MAX_ROUNDS && !signal.aborted; round += 1) {
      await open(ports, {
        id: name,
        accountId,
        state: 'open',
        postage,
        insurance,
        fee: ZERO,
        batch: true,
        batchRecharge: true,
        month: billingMonth(clock.now()).key,
      });
      const latest = await recharges.findLatest(accountId, name);
      const recharged = latest && (await outcomeOf(ports, latest));
      if (recharged !== undefined) return { rechargedCents: recharged };
      const active = await recharges.findActive(accountId);
      if (active) {
        const isFree = active.purposeId === name || (await completeRecharge(ports, active));
        if (!isFree) await backoff(round);
        continue;
      }
      const account = await accounts.find(accountId);
      const { autoRecharge } = account;
      const charge = chargeFor(postage, insurance, { autoRecharge, batch: true });
      await attempt(ports, { name, charge, account, number: (latest?.attempt ?? 0) + 1 });
    }
    throw new DomainError('unavailable', 'recharged_for_another', {}, { detail: name });
  });
}

/**
 * Ends a batch's recharge. After that, no call charges the card for this batch, not even a call that is already
 * running. If the card may have been charged already, the charge is looked up, and the charged money stays on the
 * balance. A second call changes nothing.
 */
export async function cancelBatchRecharge(
  { purchaseCharges, recharges, clock, failPoint }: BillingPorts,
  request: BatchRechargeRef,
): Promise<Empty> {
  const accountId = accountOf(request);
  const name = batchRechargeName(accountId, textOf('key', request.key));
  await purchaseCharges.giveUp(accountId, name, clock.now());
  failPoint('batch-recharge-given-up');
  await detachRecharge({ recharges, clock }, accountId, name);
  return {};
}

async function open({ purchaseCharges, clock }: BillingPorts, recharging: PurchaseCharge): Promise<void> {
  if (await purchaseCharges.insert(recharging, clock.now())) return;
  const existing = await purchaseCharges.find(recharging.accountId, recharging.id);
  if (existing?.state === 'open') return;
  throw new DomainError('failed_precondition', 'batch_recharge_given_up', {}, { detail: recharging.id });
}

/** Returns the amount that was charged for the batch. Undefined when another recharge may be tried. */
async function outcomeOf(ports: BillingPorts, latest: Recharge): Promise<Cents | undefined> {
  switch (latest.state) {
    case 'needless':
      return ZERO;
    case 'claimed':
    case 'pending': {
      const outcome = await driveRecharge(ports, latest);
      await refuseDeclined(ports, latest, outcome);
      if (!outcome) return undefined;
      break;
    }
    case 'given_up':
      await settleByLookUp(ports, latest);
      return undefined;
    case 'declined':
    case 'withdrawn':
      return undefined;
  }
  // Each label of the batch is a separate purchase. So the money is no longer kept for one purpose, and any purchase
  // may use it.
  await ports.recharges.move(latest, 'settled', 'spent', ports.clock.now());
  return latest.amount;
}

interface Attempt {
  name: string;
  charge: Charge;
  account: BillingAccount;
  number: number;
}

/** Creates the recharge with this attempt number. Does nothing when another process has already created it. */
async function attempt(ports: BillingPorts, { name, charge, account, number }: Attempt): Promise<void> {
  const { recharges, clock, random, failPoint } = ports;
  const { accountId, autoRecharge, paymentMethod } = account;
  const funds = await readFunds(ports, accountId);
  const terms = { autoRecharge, leastCharge: ports.gateway.leastCharge };
  const funding = fund(funds, charge, terms);
  if (funding.kind === 'refused') {
    // If another call has already made this recharge, the balance may be too small only because that call has bought
    // labels of the batch.
    if ((await recharges.findLatest(accountId, name))?.attempt === number) return;
    throw insufficientBalance(funds, charge, 'auto_recharge_off');
  }
  const common = {
    reference: rechargeReference(name, number, random()),
    accountId,
    purposeId: name,
    attempt: number,
    paymentMethod,
    createdAt: clock.now(),
  };
  if (funding.kind === 'covered') {
    await recharges.insert({ ...common, amount: ZERO, state: 'needless' });
    return;
  }
  await refuseWhileDeclined(ports, accountId, paymentMethod);
  const recharge: Recharge = { ...common, amount: funding.amount, state: 'claimed' };
  if (!(await recharges.insert(recharge))) return;
  failPoint('recharge-claimed');
  // Another process may have changed the balance since it was read, so the money rules are applied again.
  const now = fund(await readFunds(ports, accountId), charge, terms);
  if (now.kind !== 'recharge' || now.amount !== funding.amount) {
    await recharges.withdraw(recharge);
    return;
  }
  await refuseDeclined(ports, recharge, await driveRecharge(ports, recharge));
}
