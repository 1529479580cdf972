import { isLive, isVoided, type LedgerEvidence, type Report } from './ledger-evidence';

/**
 * Checks that accounts, orders and purchases refer to each other. After a restore of only one of their databases, some
 * references are broken.
 */
export function checkOrders(evidence: LedgerEvidence, report: Report): void {
  const { before, transfers, orders, purchases, accounts } = evidence;
  const ownersKnown = [...transfers, ...before.purchases, ...orders].map(({ accountId }) => accountId);
  for (const accountId of new Set(ownersKnown)) {
    if (accounts.has(accountId)) continue;
    report('account_unknown', accountId, `account:${accountId}`, 'auth does not have this account');
  }

  const byId = new Map(orders.map((order) => [keyOf(order), order]));
  const last = new Map(purchases.map((purchase) => [purchase.purchaseId, purchase]));
  for (const purchase of before.purchases) {
    const { accountId, purchaseId, orderId } = purchase;
    const broken = (rule: string, detail: string) => report(rule, accountId, purchaseId, detail);
    // A purchase that changed while the data was read is not compared.
    if (last.get(purchaseId)?.state !== purchase.state) continue;
    const order = byId.get(keyOf(purchase));
    const shown = purchase.isReturn ? order?.returnLabel : order?.label;
    if (!order) {
      if (isLive(purchase)) broken('capture_without_order', `order ${orderId} does not exist`);
    } else if (purchase.state === 'done' && shown !== purchaseId) {
      broken(
        'label_not_on_order',
        `order ${orderId} ${shown ? `shows the label of ${shown}` : 'shows no label'}`,
      );
    } else if (purchase.state === 'labelled' && shown !== purchaseId && order.lockedBy !== purchaseId) {
      broken(
        'label_without_lock',
        `order ${orderId} is not locked for the purchase, so it cannot get the label`,
      );
    } else if (isVoided(purchase.state) && shown === purchaseId) {
      broken('void_unknown_to_order', `order ${orderId} still shows the label`);
    }
  }
  const failed = new Set(
    before.purchases.filter(({ state }) => state === 'failed').map(({ purchaseId }) => purchaseId),
  );
  for (const { accountId, orderId, label, returnLabel, lockedBy } of orders) {
    if (failed.has(lockedBy))
      report(
        'lock_of_failed_purchase',
        accountId,
        lockedBy,
        `the purchase has ended, but still locks order ${orderId}`,
      );
    for (const purchaseId of [label, returnLabel]) {
      if (purchaseId === '' || last.has(purchaseId)) continue;
      report(
        'label_of_order_without_purchase',
        accountId,
        purchaseId,
        `order ${orderId} shows its label, but the purchase does not exist`,
      );
    }
    if (lockedBy === '' || last.has(lockedBy)) continue;
    report(
      'lock_without_purchase',
      accountId,
      lockedBy,
      `the purchase locks order ${orderId}, but does not exist, so no label can be bought for the order`,
    );
  }
}

const keyOf = ({ accountId, orderId }: { accountId: number; orderId: number }) => `${accountId}/${orderId}`;
