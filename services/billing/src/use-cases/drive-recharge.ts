import { DomainError } from '@parcelyard/service-kit/domain-error';
import { gatewayWouldKnow, isSentAtUnknown, type Recharge, SEND_WITHIN_MS } from '../domain/recharge';
import { rechargeTransfer } from '../domain/transfers';
import { type BillingPorts, type ChargeOutcome, GatewayMisconfigured, GatewaySilent } from '../ports';
import { blockingDecline, declined } from './blocking-decline';
import { sendChargeNotices, sendDeclineNotice } from './send-owner-notices';

/**
 * Sends a recharge to the payment gateway and writes its outcome to the ledger. Call this only for the purchase or
 * batch that started the recharge. Two such calls may run at once, because the payment gateway charges a reference only
 * once, and the ledger accepts each key only once. Just before the charge, a conditional update checks that the
 * purchase was not given up.
 * @returns undefined when nothing was sent, because the purchase was given up or the recharge has changed; the caller
 * then reads the recharge again
 * @throws DomainError unavailable while the outcome is unknown (the recharge stays pending); payment_required while the
 * payment method may not be charged
 */
export async function driveRecharge(
  ports: BillingPorts,
  recharge: Recharge,
): Promise<ChargeOutcome | undefined> {
  const { recharges, purchaseCharges, clock, failPoint } = ports;
  const { accountId, purposeId, reference } = recharge;
  const fresh = recharge.state === 'claimed';
  const known = fresh ? undefined : await lookUpCharge(ports, recharge);
  if (known) return settleRecharge(ports, recharge, known);

  // If the bank has just declined this payment method, nothing is charged.
  const blocking = fresh ? await blockingDecline(ports, accountId, recharge.paymentMethod) : undefined;
  if (blocking) {
    await recharges.withdraw(recharge);
    throw declined(blocking.words, blocking);
  }
  const sentAt = clock.now();
  const sent = await recharges.send(recharge, sentAt);
  if (!sent) return undefined;
  failPoint('recharge-sending');
  if (!(await purchaseCharges.letCharge(accountId, purposeId, reference))) {
    if (fresh) await recharges.withdraw(sent);
    else await recharges.move(sent, 'pending', 'given_up', clock.now());
    return undefined;
  }
  if (clock.now().getTime() - sentAt.getTime() > SEND_WITHIN_MS) throw noAnswer(reference);
  return settleRecharge(ports, sent, await charge(ports, sent));
}

/** @throws DomainError payment_required, with the payment gateway's reason and when the card may be charged again */
export async function refuseDeclined(
  ports: BillingPorts,
  { accountId, paymentMethod }: Recharge,
  outcome: ChargeOutcome | undefined,
): Promise<void> {
  if (outcome?.status !== 'declined') return;
  throw declined(outcome.reason, await blockingDecline(ports, accountId, paymentMethod));
}

/**
 * Looks up the outcome of a recharge that was sent. Never sends the recharge.
 * @returns whether the outcome is known now. If the payment gateway does not find the charge after enough time, the
 * charge counts as not made.
 * @throws DomainError unavailable while the payment gateway does not answer
 */
export async function settleByLookUp(ports: BillingPorts, recharge: Recharge): Promise<boolean> {
  const { recharges, gateway, clock } = ports;
  const certain = gatewayWouldKnow(recharge, gateway.knowsAfterMs, clock.now());
  const outcome = await lookUpCharge(ports, recharge);
  if (outcome) {
    await settleRecharge(ports, recharge, outcome);
    return true;
  }
  if (isSentAtUnknown(recharge, clock.now())) await recharges.noteSent(recharge, clock.now());
  return certain && (await recharges.withdraw(recharge));
}

async function charge(ports: BillingPorts, recharge: Recharge): Promise<ChargeOutcome> {
  const { accountId, reference, amount, paymentMethod } = recharge;
  try {
    return await ports.gateway.charge({ accountId, reference, amount, paymentMethod });
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    if (error instanceof GatewayMisconfigured) throw noAnswer(reference, error);
    const known = await lookUpCharge(ports, recharge).catch(() => undefined);
    if (known) return known;
    throw noAnswer(reference, error);
  }
}

/**
 * Stores the payment gateway's outcome, once. If the purchase was given up, the charged money stays on the account's
 * balance (money rule 6).
 */
async function settleRecharge(
  ports: BillingPorts,
  recharge: Recharge,
  outcome: ChargeOutcome,
): Promise<ChargeOutcome> {
  const { accounts, declines, recharges, clock, failPoint } = ports;
  const { accountId, reference, amount, paymentMethod } = recharge;
  const now = clock.now();
  if (outcome.status === 'declined') {
    const { code, reason: words } = outcome;
    // The decline is stored before another recharge of the account can begin, so that the other recharge finds it.
    if (code) await declines.note({ accountId, paymentMethod, reference, code, words, at: now });
    failPoint('recharge-declined');
    if (outcome.wantsOwner) await accounts.setUnconfirmed(accountId, paymentMethod, true);
    await sendDeclineNotice(ports, recharge, outcome);
    if (!(await recharges.move(recharge, 'pending', 'declined', now))) {
      await recharges.move(recharge, 'given_up', 'declined', now);
    }
    return outcome;
  }
  failPoint('recharge-charged');
  await ports.appendQueue.append(accountId, () => () => rechargeTransfer(reference, amount));
  failPoint('recharge-entered');
  await accounts.setUnconfirmed(accountId, paymentMethod, false);
  await declines.forget(accountId, paymentMethod);
  await sendChargeNotices(ports, recharge);
  const isSettled = await recharges.move(recharge, 'pending', 'settled', now);
  failPoint('recharge-settled');
  if (isSettled) return outcome;
  if (await recharges.move(recharge, 'given_up', 'spent', now)) return outcome;
  await recharges.move(recharge, 'withdrawn', 'spent', now);
  return outcome;
}

/** @throws DomainError unavailable while the payment gateway does not answer */
async function lookUpCharge(
  { gateway }: BillingPorts,
  { accountId, reference, amount }: Recharge,
): Promise<ChargeOutcome | undefined> {
  try {
    return await gateway.find({ accountId, reference, amount });
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error;
    throw noAnswer(reference, error);
  }
}

const noAnswer = (reference: string, cause?: GatewaySilent) =>
  new DomainError(
    'unavailable',
    cause instanceof GatewayMisconfigured ? 'payment_gateway_misconfigured' : 'payment_gateway_silent',
    {},
    { detail: reference, ...(cause && { cause }) },
  );
