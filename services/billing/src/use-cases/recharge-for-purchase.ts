import type { Cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import type { Charge } from '../domain/charge';
import { type Funding, fund, insufficientBalance } from '../domain/funding';
import { type Purchase, totalOfPurchase } from '../domain/purchase';
import { type Recharge, rechargeReference, wasCharged } from '../domain/recharge';
import { type DriveRechargeDependencies, driveRecharge, refuseDeclined } from './drive-recharge';
import { findHold } from './find-hold';
import { settleByLookUp } from './settle-recharge';

/**
 * Recharges for a purchase that the balance does not cover, or goes on with the recharge that it began. The caller looks
 * at the balance again afterwards. One recharge at a time in an account, so that purchases that come together are paid
 * from one; and one for a purchase, whatever happens.
 * @throws DomainError payment_required when the rules refuse, the method is declined or the purchase has recharged
 * before; unavailable when the gateway gives no answer
 */
export const rechargeForPurchase =
  (dependencies: DriveRechargeDependencies) =>
  async (purchase: Purchase, { autoRecharge, paymentMethod }: BillingAccount): Promise<void> => {
    const { recharges, ledger, clock, random, failPoint } = dependencies;
    const { accountId, id: purchaseId } = purchase;
    const latest = await recharges.findLatest(accountId, purchaseId);
    if (latest?.state === 'claimed' || latest?.state === 'pending') {
      refuseDeclined(await driveRecharge(dependencies)(latest));
      return;
    }
    // Money that nobody knew of may have arrived meanwhile, and be enough.
    for (const doubtful of await recharges.listGivenUp(accountId)) {
      const known = await settleByLookUp(dependencies)(doubtful).catch(() => false);
      if (known) return;
      if (doubtful.purchaseId === purchaseId) throw notKnownYet(doubtful);
    }

    const charge = chargeOf(purchase);
    const { available } = await ledger.position(accountId);
    const funding = fund(available, charge, autoRecharge);
    // Short because it is held already, by another process that was given the same call: nothing to pay any more.
    if (funding.kind === 'covered' || (await findHold(ledger, accountId, purchaseId))) return;
    const refuse = (reason: string) =>
      DomainError.text('payment_required', insufficientBalance(available, charge, reason));
    if (latest && wasCharged(latest)) {
      await recharges.move(latest, 'settled', 'spent', clock.now());
      throw refuse('What was recharged for this purchase was used by another one meanwhile. Try again.');
    }
    if (funding.kind === 'refused') throw refuse('Auto-recharge is off, so nothing was charged.');
    // Money rule 6: a batch tops up once, before its first label; its labels do not.
    if (purchase.batch) throw refuse("A batch's labels are paid from the balance alone.");

    const { amount } = funding;
    const attempt = (latest?.attempt ?? 0) + 1;
    const recharge: Recharge = {
      reference: rechargeReference(purchaseId, attempt, random()),
      accountId,
      purchaseId,
      attempt,
      amount,
      paymentMethod,
      state: 'claimed',
      createdAt: clock.now(),
    };
    if (!(await recharges.insert(recharge))) return;
    failPoint('recharge-claimed');
    // Another process may have recharged, or held, between the look at the balance and the claim of this recharge.
    const now = fund((await ledger.position(accountId)).available, charge, autoRecharge);
    if (!isRechargeOf(amount, now) || (await findHold(ledger, accountId, purchaseId))) {
      await recharges.withdraw(recharge);
      return;
    }
    refuseDeclined(await driveRecharge(dependencies)(recharge));
  };

const notKnownYet = ({ reference }: Recharge) =>
  DomainError.text('unavailable', 'An earlier recharge is not settled yet. Try again in a moment.', {
    detail: reference,
  });

/** At the terms that the purchase was opened at. */
const chargeOf = (purchase: Purchase): Charge => {
  const { postage, insurance, fee } = purchase;
  return { postage, insurance, fee, total: totalOfPurchase(purchase) };
};

const isRechargeOf = (amount: Cents, funding: Funding): boolean =>
  funding.kind === 'recharge' && funding.amount === amount;
