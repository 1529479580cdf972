import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { holdKey, releaseTransfer } from '../domain/transfers';
import type { Purchases, Recharges, Usage } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';
import { endWithoutPurpose } from './complete-recharge';
import { findHold } from './find-hold';

export interface ReleaseDependencies extends AppendDependencies {
  purchases: Purchases;
  recharges: Recharges;
  usage: Usage;
  failPoint: FailPoint;
}

/**
 * Gives a purchase up: nothing can be charged or held for it from here on, also when that is under way this very moment,
 * and the held money and the monthly slot go back. Cut short, it is done again from its beginning. Repeating it changes
 * nothing; recharged money stays on the balance (money rule 6).
 * @throws DomainError conflict when the hold was captured
 */
export const releasePurchase =
  (dependencies: ReleaseDependencies) =>
  async (accountId: AccountId, purchaseId: string): Promise<void> => {
    const { ledger, purchases, usage, clock, failPoint } = dependencies;
    const resolution = await ledger.findResolution(accountId, holdKey(purchaseId));
    if (resolution?.kind === 'capture') throw captured(purchaseId);
    const purchase = await purchases.giveUp(accountId, purchaseId, clock.now());
    if (!purchase) {
      throw DomainError.text('unavailable', 'This purchase cannot be given up.', { detail: purchaseId });
    }
    failPoint('release-given-up');
    if (purchase.neverOpened) return;
    // A hold may be on its way to the ledger, whatever the purchase says of itself, so the ledger decides: the release
    // gives back what was held before it, and a hold that finds the release before itself is refused.
    await appendTransfer(dependencies)(accountId, async () =>
      releaseTransfer(purchaseId, await findHold(ledger, accountId, purchaseId)),
    );
    failPoint('release-entered');
    await usage.giveSlotBack(accountId, purchase.month, purchaseId);
    await endWithoutPurpose(dependencies, accountId, purchaseId);
  };

const captured = (purchaseId: string) =>
  DomainError.text('conflict', 'The held amount of this purchase was captured already.', {
    detail: purchaseId,
  });
