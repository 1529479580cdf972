import type {
  RedeemReferralCreditRequest,
  RedeemReferralCreditResponse,
} from '@parcelyard/contracts/billing';
import { type Cents, cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { moved } from '../domain/ledger';
import { referralTransfer } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { accountOf, amountOf } from './request-fields';

/**
 * Moves referral credit into the postage balance, never more than there is. The transfer's key holds the credit that had
 * been redeemed before it, so that simultaneous confirms of one amount are one redemption. Within a day the amount of the last
 * redemption, named again, and a confirm of all that finds nothing left, are answered with that redemption.
 * @throws DomainError failed_precondition when there is no credit, or less than requested
 */
export async function redeemReferralCredit(
  ports: BillingPorts,
  request: RedeemReferralCreditRequest,
): Promise<RedeemReferralCreditResponse> {
  const accountId = accountOf(request);
  const { amountCents, confirm } = request;
  const amount = amountCents === undefined ? undefined : amountOf('amount_cents', amountCents, 1);
  const { accounts, ledger } = ports;
  // Who names an amount again within a day repeats a call; more credit is moved by another amount, or by all of it.
  const repeated = amount === undefined ? undefined : await lastRedemption(ports, accountId, amount);
  if (repeated && confirm) return repeated;
  if (repeated) return { ...repeated, balanceAfterCents: (await ledger.position(accountId)).available };
  for (;;) {
    const [earned, { referral, available }] = await Promise.all([
      accounts.referralEarned(accountId),
      ledger.position(accountId),
    ]);
    const credit = sumCents(earned, referral);
    const redeemed = amount ?? credit;
    if (confirm && (credit <= 0 || redeemed > credit)) {
      const first = await lastRedemption(ports, accountId, amount);
      if (first) return first;
    }
    refuseBeyond(credit, redeemed);
    if (!confirm) return redemption(redeemed, sumCents(available, redeemed));

    const draft = referralTransfer(accountId, { redeemedBefore: cents(-referral), amount: redeemed });
    const appended = await ports.appendQueue.append(
      accountId,
      () => (position) => (position.referral === referral ? draft : undefined),
    );
    const transfer = appended ?? (await ledger.find(accountId, draft.key));
    if (transfer) return redemption(redeemed, transfer.after.available);
    // Another amount was redeemed meanwhile: read again what is left.
  }
}

const redemption = (amountCents: Cents, balanceAfterCents: Cents, redeemedBeforeAt?: Date) => ({
  amountCents,
  balanceAfterCents,
  redeemedBeforeAt,
});

/** Within this time the same amount again is the same redemption. */
const SAME_REDEMPTION_MS = 86_400_000;

async function lastRedemption(
  { ledger, clock }: BillingPorts,
  accountId: AccountId,
  amount: Cents | undefined,
): Promise<RedeemReferralCreditResponse | undefined> {
  const last = await ledger.lastRedemption(accountId);
  if (!last || clock.now().getTime() - last.at.getTime() > SAME_REDEMPTION_MS) return undefined;
  const redeemed = moved(last.lines, 'available');
  if (amount !== undefined && amount !== redeemed) return undefined;
  return redemption(redeemed, last.after.available, last.at);
}

function refuseBeyond(availableCents: Cents, requestedCents: Cents): void {
  if (availableCents <= 0) throw new DomainError('failed_precondition', 'no_referral_credit', {});
  if (requestedCents <= availableCents) return;
  const params = { availableCents, requestedCents };
  throw new DomainError('failed_precondition', 'referral_credit_exceeded', params, { field: 'amount' });
}
