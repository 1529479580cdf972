import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MonthKey } from '../domain/billing-month';
import { captureTransfer } from '../domain/transfers';
import type { Usage } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';
import { type CreditReferrerDependencies, creditReferrer } from './credit-referrer';
import { findHold } from './find-hold';

export interface CaptureDependencies extends AppendDependencies, CreditReferrerDependencies {
  usage: Usage;
}

/**
 * Takes the held money for the label that was bought, makes its monthly slot final and gives a
 * referrer its credit. Repeating it changes nothing.
 * @throws DomainError failed_precondition without a hold, conflict when it was released
 */
export const capturePurchase =
  (dependencies: CaptureDependencies) =>
  async (accountId: AccountId, purchaseId: string, insured = true): Promise<void> => {
    const held = await findHold(dependencies.ledger, accountId, purchaseId);
    if (!held) {
      throw DomainError.text('failed_precondition', 'Nothing is held for this purchase.', {
        detail: purchaseId,
      });
    }
    await appendTransfer(dependencies)(accountId, () => captureTransfer(held, insured));
    await Promise.all([
      dependencies.usage.keepSlot(accountId, held.month as MonthKey, purchaseId),
      creditReferrer(dependencies)(accountId),
    ]);
  };
