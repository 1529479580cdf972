import type {
  RedeemReferralCreditRequest,
  RedeemReferralCreditResponse,
} from '@parcelyard/contracts/billing';
import { type Cents, cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import { moved } from '../domain/ledger';
import { referralTransfer } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { accountOf, amountOf } from './request-fields';

/**
 * Moves referral credit to the balance. The transfer's key contains the amount and the credit that was moved before, so
 * two equal calls at the same moment have the same key, and the credit is moved once. Within a day, a repeated call
 * with the same amount gets the first answer. A repeated call for all credit gets the first answer when no credit is
 * left.
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
  for (;;) {
    const [earned, { referral, available }] = await Promise.all([
      accounts.referralEarned(accountId),
      ledger.position(accountId),
    ]);
    const credit = sumCents(earned, referral);
    const redeemed = amount ?? credit;
    // For a day, a call with the same amount as the last redemption counts as a repeated call and moves nothing. To
    // move more credit on that day, the caller names a different amount. Without an amount, all credit is moved. The
    // last redemption is read after the credit. So if another call redeems credit at the same moment, either this read
    // finds the other redemption, or the append below finds that the credit has changed.
    const mayBeRepeated = amount !== undefined || (confirm && credit <= 0);
    const first = mayBeRepeated ? await lastRedemption(ports, accountId, amount) : undefined;
    if (first) return confirm ? first : { ...first, balanceAfterCents: available };
    refuseBeyond(credit, redeemed);
    if (!confirm) return redemption(redeemed, sumCents(available, redeemed));

    const draft = referralTransfer(accountId, { redeemedBefore: cents(-referral), amount: redeemed });
    const appended = await ports.appendQueue.append(
      accountId,
      () => (position) => (position.referral === referral ? draft : undefined),
    );
    const transfer = appended ?? (await ledger.find(accountId, draft.key));
    // If this call appended the transfer, the transfer has the same `lines` array as the draft. If not, a call at the
    // same moment appended it.
    const isOurs = transfer?.lines === draft.lines;
    if (transfer) return redemption(redeemed, transfer.after.available, isOurs ? undefined : transfer.at);
    // Another amount was moved in the meantime, so the credit that is left is read again.
  }
}

const redemption = (amountCents: Cents, balanceAfterCents: Cents, redeemedBeforeAt?: Date) => ({
  amountCents,
  balanceAfterCents,
  redeemedBeforeAt,
});

const SAME_REDEMPTION_MS = 86_400_000;

async function lastRedemption(
  { ledger, clock }: BillingPorts,
  accountId: AccountId,
  amount: Cents | undefined,
): Promise<RedeemReferralCreditResponse | undefined> {
  const last = await ledger.lastRedemption(accountId);
  if (!last || ageMs(last.at, clock.now()) > SAME_REDEMPTION_MS) return undefined;
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
