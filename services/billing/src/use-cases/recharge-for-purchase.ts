import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import type { Charge } from '../domain/charge';
import { type Funding, fund, insufficientBalance } from '../domain/funding';
import type { Purchase } from '../domain/purchase';
import { rechargeReference, wasCharged } from '../domain/recharge';
import { type DriveRechargeDependencies, driveRecharge, refuseDeclined } from './drive-recharge';
import { findHold } from './find-hold';

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
    const { recharges, ledger, clock, random } = dependencies;
    const { accountId, id: purchaseId } = purchase;
    const latest = await recharges.findLatest(accountId, purchaseId);
    if (latest?.state === 'pending') {
      refuseDeclined(await driveRecharge(dependencies)(latest, { resumed: true }));
      return;
    }

    const charge = chargeOf(purchase);
    const { available } = await ledger.position(accountId);
    const funding = fund(available, charge, autoRecharge);
    // Short because it is held already, by another process that was given the same call: nothing to pay any more.
    if (funding.kind === 'covered' || (await findHold(ledger, accountId, purchaseId))) return;
    const refuse = (reason: string) =>
      new DomainError('payment_required', insufficientBalance(available, charge, reason));
    if (latest && wasCharged(latest)) {
      await recharges.move(latest, 'settled', 'spent');
      throw refuse('What was recharged for this purchase was used by another one meanwhile. Try again.');
    }
    if (funding.kind === 'refused') throw refuse('Auto-recharge is off, so nothing was charged.');
    // Money rule 6: a batch tops up once, before its first label; its labels do not.
    if (purchase.batch) throw refuse("A batch's labels are paid from the balance alone.");

    const { amount } = funding;
    const attempt = (latest?.attempt ?? 0) + 1;
    const reference = rechargeReference(purchaseId, attempt, random());
    const recharge = {
      reference,
      accountId,
      purchaseId,
      attempt,
      amount,
      paymentMethod,
      state: 'pending',
    } as const;
    if (!(await recharges.insert(recharge, clock.now()))) return;
    // Another process may have recharged between the look at the balance and the claim of this recharge.
    const now = fund((await ledger.position(accountId)).available, charge, autoRecharge);
    if (!isRechargeOf(amount, now)) {
      await recharges.move(recharge, 'pending', 'withdrawn');
      return;
    }
    refuseDeclined(await driveRecharge(dependencies)(recharge, { resumed: false }));
  };

/** At the terms that the purchase was opened at. */
const chargeOf = ({ postage, insurance, fee }: Purchase): Charge => ({
  postage,
  insurance,
  fee,
  total: sumCents(postage, insurance, fee),
});

const isRechargeOf = (amount: Cents, funding: Funding): boolean =>
  funding.kind === 'recharge' && funding.amount === amount;
