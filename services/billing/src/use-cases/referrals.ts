import type {
  AccountRef,
  PurchaseRef,
  RecordReferralRequest,
  Referrals,
} from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { accountOfCode, referralCode, referralCreditName } from '../domain/referral';
import { captureKey, holdKey, refundKey } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { accountOf, textOf } from './request-fields';

const MAX_LISTED = 100;

export async function getReferrals(
  { accounts, ledger, referrals }: BillingPorts,
  request: AccountRef,
): Promise<Referrals> {
  const accountId = accountOf(request);
  const [earned, { referral }, joined] = await Promise.all([
    accounts.referralEarned(accountId),
    ledger.position(accountId),
    referrals.list(accountId, MAX_LISTED),
  ]);
  const code = referralCode(accountId);
  return {
    code,
    url: `/signup?ref=${code}`,
    availableCents: sumCents(earned, referral),
    referrals: joined.map(({ name, status, credit, joinedAt }) => ({
      name,
      status,
      joinedAt,
      creditCents: credit,
    })),
  };
}

/**
 * Stores the code with which an account joined. Only the first code counts.
 * @throws DomainError invalid_argument for an unknown code, or the account's own · failed_precondition for an account
 * that has already bought a label, because only new customers earn credit
 */
export async function recordReferral(ports: BillingPorts, request: RecordReferralRequest): Promise<Empty> {
  const { referrals, clock } = ports;
  const referredAccountId = accountOf(request);
  const accountId = accountOfCode(textOf('code', request.code));
  if (accountId === undefined || accountId === referredAccountId) {
    throw new DomainError('invalid_argument', 'referral_code_unknown', {}, { field: 'code' });
  }
  if (await hasBought(ports, referredAccountId))
    throw new DomainError('failed_precondition', 'referral_too_late', {});
  const { name } = request;
  const joinedAt = clock.now();
  await referrals.insert({ accountId, referredAccountId, name, status: 'joined', credit: ZERO, joinedAt });
  return {};
}

/**
 * Returns whether the account has ever paid for a label. For an account that has paid for none, this reads the whole
 * ledger, but the ledger is then short.
 */
async function hasBought({ ledger }: BillingPorts, accountId: AccountId): Promise<boolean> {
  const { seq } = await ledger.position(accountId);
  for (let end = seq; end > 0; end -= PAGE) {
    const transfers = await ledger.listDown(accountId, end, PAGE);
    if (transfers.some(({ kind }) => kind === 'capture')) return true;
  }
  return false;
}

const PAGE = 500;

/**
 * Called when a carrier has scanned a label. The first label whose postage the balance paid earns the credit for the
 * account that gave the code. A voided label, or a label that the carrier bills directly, earns nothing. A repeated
 * call changes nothing.
 */
export async function noteScan(ports: BillingPorts, request: PurchaseRef): Promise<Empty> {
  const { accounts, referrals, referralCredit } = ports;
  const accountId = accountOf(request);
  const purchaseId = textOf('purchase_id', request.purchaseId);
  const referral = await referrals.findJoined(accountId);
  if (!referral || !(await paidPostage(ports, accountId, purchaseId))) return {};
  await accounts.addReferralCredit(referral.accountId, referralCreditName(accountId), referralCredit);
  ports.failPoint('referral-credited');
  await referrals.credit(referral, referralCredit);
  return {};
}

/** Returns whether the balance paid the label's postage, and the postage was not refunded. */
async function paidPostage(
  { ledger }: BillingPorts,
  accountId: AccountId,
  purchaseId: string,
): Promise<boolean> {
  const [hold, capture, refund] = [holdKey(purchaseId), captureKey(purchaseId), refundKey(purchaseId)];
  const found = await ledger.findAll(accountId, [hold, capture, refund]);
  const has = (wanted: string) => found.find(({ key }) => key === wanted);
  return (has(hold)?.charge?.postage ?? 0) > 0 && has(capture) !== undefined && !has(refund);
}
