import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import type { Charge } from '../domain/charge';
import { fund, insufficientBalance } from '../domain/funding';
import type { Purchase } from '../domain/purchase';
import { type Recharge, rechargeReference } from '../domain/recharge';
import { type DriveRechargeDependencies, driveRecharge } from './drive-recharge';

export type RechargeDependencies = DriveRechargeDependencies;

/**
 * Does what a short balance needs next: helps a recharge that is under way in the account, or makes the purchase's own.
 * The caller looks at the balance again afterwards. One recharge at a time in an account, so that purchases that come
 * together are paid from one; and one for a purchase, whatever happens.
 * @throws DomainError payment_required when the rules refuse, the method is declined or the purchase has recharged
 * before; unavailable when the gateway gives no answer
 */
export const rechargeForPurchase =
  (dependencies: RechargeDependencies) =>
  async (purchase: Purchase, charge: Charge, account: BillingAccount): Promise<void> => {
    const { recharges, ledger } = dependencies;
    const { accountId } = purchase;
    const drive = driveRecharge(dependencies);

    const pending = await recharges.findPending(accountId);
    if (pending) {
      const outcome = await drive(pending, { resumed: true });
      if (pending.purchaseId === purchase.id) refuseDeclined(outcome);
      return;
    }

    const wanted = await nextRecharge(dependencies, purchase, charge, account);
    if (!wanted || !(await recharges.insert(wanted, dependencies.clock.now()))) return;
    // Another process may have settled its recharge between the look at the balance and the claim of this one.
    const { available } = await ledger.position(accountId);
    const still = fund(available, charge, account.autoRecharge);
    if (still.kind !== 'recharge' || still.amount !== wanted.amount) {
      await recharges.finish(wanted, 'withdrawn');
      return;
    }
    refuseDeclined(await drive(wanted, { resumed: false }));
  };

/** undefined when the balance came to suffice. */
async function nextRecharge(
  { recharges, ledger }: RechargeDependencies,
  { id: purchaseId, accountId, batch }: Purchase,
  charge: Charge,
  { autoRecharge, paymentMethod }: BillingAccount,
): Promise<Recharge | undefined> {
  const { available } = await ledger.position(accountId);
  const funding = fund(available, charge, autoRecharge);
  if (funding.kind === 'covered') return undefined;
  const refuse = (reason: string) =>
    new DomainError('payment_required', insufficientBalance(available, charge, reason));
  if (funding.kind === 'refused') throw refuse('Auto-recharge is off, so nothing was charged.');
  // Money rule 6: a batch tops up once, before its first label; its labels do not.
  if (batch) throw refuse("A batch's labels are paid from the balance alone.");
  const latest = await recharges.findLatest(accountId, purchaseId);
  if (latest?.state === 'settled') {
    throw refuse('The recharge for this purchase was used by another one meanwhile. Try again.');
  }
  const attempt = (latest?.attempt ?? 0) + 1;
  return {
    reference: rechargeReference(purchaseId, attempt),
    accountId,
    purchaseId,
    attempt,
    amount: funding.amount,
    paymentMethod,
    state: 'pending',
  };
}

function refuseDeclined(outcome: Awaited<ReturnType<ReturnType<typeof driveRecharge>>>): void {
  if (outcome.status === 'declined') {
    throw new DomainError('payment_required', `Payment declined: ${outcome.reason} Nothing was charged.`);
  }
}
