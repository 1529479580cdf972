import type { Cents } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { moved } from '../domain/ledger';
import { captureKey, refundTransfer } from '../domain/transfers';
import { type AppendDependencies, appendTransfer } from './append-transfer';
import { findHold } from './find-hold';

/**
 * Credits postage and insurance of a voided label to the balance, once; the fee is kept (money rule 9).
 * @throws DomainError failed_precondition when the purchase was not captured
 */
export const refundPurchase =
  (dependencies: AppendDependencies) =>
  async (accountId: AccountId, purchaseId: string): Promise<Cents> => {
    const { ledger } = dependencies;
    const captured = await ledger.find(accountId, captureKey(purchaseId));
    const held = await findHold(ledger, accountId, purchaseId);
    if (!captured || !held) {
      throw DomainError.text('failed_precondition', 'Nothing was charged for this purchase.', {
        detail: purchaseId,
      });
    }
    const insurance = moved(captured.lines, 'insurance');
    await appendTransfer(dependencies)(accountId, () => refundTransfer(held, insurance));
    return sumCents(held.postage, insurance);
  };
