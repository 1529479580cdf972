import type { Cents } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import { type Funding, fund, insufficientBalance } from '../domain/charge';
import { type PurchaseCharge, spendOf, totalOfPurchase } from '../domain/purchase-charge';
import { type Recharge, rechargeReference, wasCharged } from '../domain/recharge';
import { holdKey } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { hasRoom } from './append-hold';
import { refuseWhileDeclined } from './blocking-decline';
import { driveRecharge, refuseDeclined, settleByLookUp } from './drive-recharge';
import { isObstacle, prepareJudge } from './judge-spending';
import { fundsOf, readFunds } from './read-funds';

/**
 * Starts or continues the recharge of a purchase for which the balance is too small. Afterwards the caller reads the
 * balance again. An account has one recharge at a time, and one recharge may be enough for several purchases. A
 * purchase whose charge has succeeded does not charge the card again.
 * @throws DomainError payment_required when the rules allow no recharge, when the payment method was declined, or when
 * the card was already charged for the purchase; unavailable when the payment gateway gives no answer
 */
export async function rechargeForPurchase(
  ports: BillingPorts,
  purchase: PurchaseCharge,
  account: BillingAccount,
): Promise<void> {
  const { autoRecharge, paymentMethod } = account;
  const { recharges, ledger, clock, random, failPoint } = ports;
  const { accountId, id: purchaseId, postage, insurance, fee } = purchase;
  const latest = await recharges.findLatest(accountId, purchaseId);
  if (latest?.state === 'claimed' || latest?.state === 'pending') {
    await refuseDeclined(ports, latest, await driveRecharge(ports, latest));
    return;
  }
  // If an earlier charge with an unknown outcome did succeed, its money may be enough for this purchase.
  for (const doubtful of await recharges.listGivenUp(accountId)) {
    const known = await settleByLookUp(ports, doubtful).catch(() => false);
    if (known) return;
    if (doubtful.purposeId === purchaseId) throw earlierRechargeUnsettled(doubtful);
  }

  // Uses the amounts with which the purchase was opened.
  const charge = { postage, insurance, fee, total: totalOfPurchase(purchase) };
  const funds = await readFunds(ports, accountId);
  const terms = { autoRecharge, leastCharge: ports.gateway.leastCharge };
  const funding = fund(funds, charge, terms);
  // Nothing must be charged if the balance is enough by now, or if it was too small only because another call has
  // already reserved the price of this purchase.
  if (funding.kind === 'covered' || (await ledger.findHold(accountId, purchaseId))) return;
  if (latest && wasCharged(latest)) {
    await recharges.move(latest, 'settled', 'spent', clock.now());
    throw insufficientBalance(funds, charge, 'recharge_used');
  }
  if (funding.kind === 'refused') throw insufficientBalance(funds, charge, 'auto_recharge_off');
  // Money rule 6: the card is charged once for a batch, before its first label, and not for each label.
  if (purchase.batch) throw insufficientBalance(funds, charge, 'batch');

  await refuseWhileDeclined(ports, accountId, paymentMethod);
  const { amount } = funding;
  const attempt = (latest?.attempt ?? 0) + 1;
  const recharge: Recharge = {
    reference: rechargeReference(purchaseId, attempt, random()),
    accountId,
    purposeId: purchaseId,
    attempt,
    amount,
    paymentMethod,
    state: 'claimed',
    createdAt: clock.now(),
  };
  if (!(await recharges.insert(recharge))) return;
  failPoint('recharge-claimed');
  // Another process may have changed the balance since it was read, so the money rules and limits are applied again.
  // Once the recharge is stored, other purchases do not use the money, the shipment and the part of the day's limit
  // that this purchase needs.
  const spend = spendOf(purchase);
  const judge = await prepareJudge(ports, account, spend);
  const position = await ports.ledger.position(accountId);
  const fundsNow = await fundsOf(ports, accountId, position);
  const isNeeded =
    isRechargeOf(amount, fund(fundsNow, charge, terms)) &&
    hasRoom(ports, account, spend, position) &&
    !isObstacle(judge(position)) &&
    !(await ledger.find(accountId, holdKey(purchaseId)));
  if (!isNeeded) {
    await recharges.withdraw(recharge);
    return;
  }
  await refuseDeclined(ports, recharge, await driveRecharge(ports, recharge));
}

const earlierRechargeUnsettled = ({ reference }: Recharge) =>
  new DomainError('unavailable', 'earlier_recharge_unsettled', {}, { detail: reference });

const isRechargeOf = (amount: Cents, funding: Funding): boolean =>
  funding.kind === 'recharge' && funding.amount === amount;
