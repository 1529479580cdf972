import { ZERO } from '@parcelyard/money/cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { billingMonth } from '../domain/billing-month';
import type { Purchase } from '../domain/purchase';
import { releaseTransfer } from '../domain/transfers';
import type { Purchases, Usage } from '../ports';
import { type AppendDependencies, appendTransfer } from './append-transfer';
import { findHold } from './find-hold';

export interface ReleaseDependencies extends AppendDependencies {
  purchases: Purchases;
  usage: Usage;
}

/**
 * Gives the held money and the monthly slot back, and bars the purchase from holding anything later, also when its hold
 * is under way this very moment. Repeating it changes nothing; recharged money stays on the balance (money rule 6).
 * @throws DomainError conflict when the hold was captured
 */
export const releasePurchase =
  (dependencies: ReleaseDependencies) =>
  async (accountId: AccountId, purchaseId: string): Promise<void> => {
    const { purchases, usage } = dependencies;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const purchase = await purchases.find(accountId, purchaseId);
      if (!(await barHolds(dependencies, accountId, purchaseId, purchase))) continue;
      if (purchase) await usage.giveSlotBack(accountId, purchase.month, purchaseId);
      if (purchase?.state === 'open') await purchases.release(accountId, purchaseId);
      return;
    }
    throw new DomainError('unavailable', 'This purchase keeps changing. Try again in a moment.', {
      detail: purchaseId,
    });
  };

const MAX_ATTEMPTS = 10;

/** False when the purchase moved on meanwhile. */
async function barHolds(
  dependencies: ReleaseDependencies,
  accountId: AccountId,
  purchaseId: string,
  purchase: Purchase | undefined,
): Promise<boolean> {
  const { purchases, ledger, clock } = dependencies;
  switch (purchase?.state) {
    case 'released':
      return true;
    case 'refused':
      return purchases.replaceRefused({ ...purchase, state: 'released' });
    case 'open':
      // A hold may be on its way to the ledger, so the ledger decides: the release gives back what was held before it,
      // and a hold that finds the release before itself is refused.
      await appendTransfer(dependencies)(accountId, async () =>
        releaseTransfer(purchaseId, await findHold(ledger, accountId, purchaseId)),
      );
      return true;
    default:
      return purchases.insert(neverOpened(accountId, purchaseId, clock.now()), clock.now());
  }
}

const neverOpened = (accountId: AccountId, id: string, now: Date): Purchase => ({
  id,
  accountId,
  state: 'released',
  postage: ZERO,
  insurance: ZERO,
  fee: ZERO,
  batch: false,
  month: billingMonth(now).key,
});
