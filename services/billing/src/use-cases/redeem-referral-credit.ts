import { type Cents, cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { moved } from '../domain/ledger';
import { referralTransfer } from '../domain/transfers';
import type { Accounts } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';

export interface RedemptionRequest {
  accountId: AccountId;
  /** undefined: all of it. */
  amount: Cents | undefined;
  confirm: boolean;
}

export interface Redemption {
  amount: Cents;
  /** The postage balance with it. */
  balanceAfter: Cents;
  /** Of a confirm that came again: when the first one redeemed this. */
  redeemedBeforeAt?: Date;
}

interface Dependencies extends AppendDependencies {
  accounts: Accounts;
}

/**
 * Moves referral credit into the postage balance, never more than is there. The transfer is named after the credit that
 * had been redeemed before it: confirms of one amount that come together are one redemption. One that comes later and
 * finds too little left answers what the last one did, when that was the same.
 * @throws DomainError failed_precondition when there is no credit, or less than asked
 */
export const redeemReferralCredit =
  (dependencies: Dependencies) =>
  async ({ accountId, amount, confirm }: RedemptionRequest): Promise<Redemption> => {
    const { accounts, ledger } = dependencies;
    for (;;) {
      const [referralEarned, { referral, available }] = await Promise.all([
        accounts.referralEarned(accountId),
        ledger.position(accountId),
      ]);
      const credit = sumCents(referralEarned, referral);
      const redeemed = amount ?? credit;
      if (confirm && (credit <= 0 || redeemed > credit)) {
        const first = await repeated(dependencies, accountId, amount);
        if (first) return first;
      }
      refuseBeyond(credit, redeemed);
      if (!confirm) return { amount: redeemed, balanceAfter: sumCents(available, redeemed) };

      const draft = referralTransfer(accountId, { redeemedBefore: cents(-referral), amount: redeemed });
      const transfer =
        (await appendTransfer(dependencies)(accountId, (position) =>
          position.referral === referral ? draft : undefined,
        )) ?? (await ledger.find(accountId, draft.key));
      if (transfer) return { amount: redeemed, balanceAfter: transfer.after.available };
      // Another amount was redeemed meanwhile: look again at what is left.
    }
  };

/** A confirm within this time that finds too little left is the last one again when it asks for as much. */
const SAME_REDEMPTION_MS = 86_400_000;

async function repeated(
  { ledger, clock }: Dependencies,
  accountId: AccountId,
  amount: Cents | undefined,
): Promise<Redemption | undefined> {
  const last = await ledger.lastRedemption(accountId);
  if (!last || clock.now().getTime() - last.at.getTime() > SAME_REDEMPTION_MS) return undefined;
  const redeemed = moved(last.lines, 'available');
  if (amount !== undefined && amount !== redeemed) return undefined;
  return { amount: redeemed, balanceAfter: last.after.available, redeemedBeforeAt: last.at };
}

function refuseBeyond(credit: Cents, redeemed: Cents): void {
  if (credit <= 0) {
    throw DomainError.text('failed_precondition', 'There is no referral credit to redeem.');
  }
  if (redeemed > credit) {
    throw DomainError.text(
      'failed_precondition',
      `amount must be at most the available referral credit of ${formatDollars(credit)}; got ${formatDollars(redeemed)}. Nothing was redeemed.`,
      { field: 'amount' },
    );
  }
}
