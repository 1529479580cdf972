import type { Transfer } from '@parcelyard/contracts/billing';
import type { Purchase, SellerJournalEntry } from '@parcelyard/contracts/shipping';
import { centsOn, isLive, isVoided, type LedgerEvidence, type Report, saleStateOf } from './ledger-evidence';

/**
 * Checks that every sold label has one capture, and was bought from the carrier once, at the captured price. No other
 * label may exist.
 */
export function checkLabels(evidence: LedgerEvidence, report: Report): void {
  const { before, transfers, journal, sellers, purchases } = evidence;
  const captures = byPurchase(transfers, 'capture:');
  const refunds = byPurchase(transfers, 'refund:');
  const labels = new Map<string, SellerJournalEntry[]>();
  for (const entry of journal) labels.set(entry.reference, [...(labels.get(entry.reference) ?? []), entry]);
  const labelsOf = (purchase: Purchase) => labels.get(purchase.carrierReference) ?? [];
  // A label that was valid when the purchases were first read may have been voided since then. So the purchase's last
  // state is used.
  const live = new Map(purchases.filter(isLive).map(({ purchaseId, state }) => [purchaseId, state]));
  for (const purchase of before.purchases)
    checkSold(purchase, captures.get(purchase.purchaseId), {
      entries: labelsOf(purchase),
      isListed: sellers.includes(purchase.seller),
      report,
    });
  for (const purchase of before.purchases) checkVoid(purchase, live, labelsOf(purchase), report);
  for (const purchase of before.purchases)
    checkRefund(purchase, live, refunds.get(purchase.purchaseId), report);
  checkOwners(purchases, captures, refunds, labels, report);
  checkOrders(purchases, report);
  checkSellers(evidence, report);
}

/** Reports each seller that is not configured, because its labels cannot be compared. */
function checkSellers({ before, sellers }: LedgerEvidence, report: Report): void {
  const unlisted = new Map<string, number>();
  for (const { seller } of before.purchases.filter((purchase) => saleStateOf(purchase) === 'sold'))
    if (!sellers.includes(seller)) unlisted.set(seller, (unlisted.get(seller) ?? 0) + 1);
  for (const [seller, count] of unlisted) {
    const detail = `CARRIERS does not contain ${seller}, so ${count} of its label(s) cannot be compared`;
    report('seller_not_configured', 0, seller, detail);
  }
}

interface Listed {
  readonly entries: readonly SellerJournalEntry[];
  /** Whether the seller's journal was read. */
  readonly isListed: boolean;
  readonly report: Report;
}

function checkSold(
  purchase: Purchase,
  capture: Transfer | undefined,
  { entries, isListed, report }: Listed,
): void {
  const { purchaseId, accountId, state, postageCents, trackingNumber } = purchase;
  const broken = (rule: string, detail: string) => report(rule, accountId, purchaseId, detail);
  if (entries.length > 1)
    broken('label_bought_twice', `the carriers' journal has ${entries.length} labels of the purchase`);
  if (saleStateOf(purchase) !== 'sold') return;
  if (!capture) broken('capture_missing', `its state is ${state}, but nothing was captured`);
  const charged = chargedPostage(purchase);
  const captured = capture ? centsOn(capture, 'carrier_payable') : charged;
  if (captured !== charged) {
    broken('capture_price', `the label was sold for ${charged} cents, but ${captured} were captured`);
  }
  const [entry] = entries;
  if (!entry) {
    if (isListed) broken('label_missing', `its state is ${state}, but the carrier has no label`);
    return;
  }
  // A real carrier may charge less than the rate for which the label was sold, but never more.
  if (entry.chargedCents > postageCents) {
    broken(
      'label_price',
      `the carrier charged ${entry.chargedCents} cents, but the label was sold for ${postageCents}`,
    );
  }
  if (trackingNumber !== entry.trackingNumber) {
    broken(
      'tracking_number',
      `the carrier's number is ${entry.trackingNumber}, but our number is ${trackingNumber}`,
    );
  }
}

/**
 * Returns the postage that the balance paid: 0 if the carrier bills the postage to the merchant's own carrier account.
 */
const chargedPostage = ({ postageCents, billedByCarrier }: Purchase): number =>
  billedByCarrier ? 0 : postageCents;

/**
 * Checks that carrier and purchase agree on whether the label is void. They may differ for a short time while the label
 * is being voided.
 */
function checkVoid(
  { purchaseId, accountId, state }: Purchase,
  live: ReadonlyMap<string, string>,
  [entry]: readonly SellerJournalEntry[],
  report: Report,
): void {
  if (state === 'done' && live.get(purchaseId) === 'done' && entry?.status === 'voided') {
    const detail = 'the carrier voided the label, but the purchase does not say so';
    report('label_void', accountId, purchaseId, detail);
  }
  if (isVoided(state) && entry && entry.status !== 'voided') {
    const detail = `its state is ${state}, but the carrier's label is ${entry.status}`;
    report('label_not_void', accountId, purchaseId, detail);
  }
}

function checkRefund(
  purchase: Purchase,
  live: ReadonlyMap<string, string>,
  refund: Transfer | undefined,
  report: Report,
): void {
  const { purchaseId, accountId, refunded, state, insuranceCents } = purchase;
  const due = chargedPostage(purchase) + insuranceCents;
  const returned = refund ? centsOn(refund, 'available') : 0;
  if (refunded && !refund) {
    report(
      'refund_missing',
      accountId,
      purchaseId,
      'the purchase is refunded, but no transfer returned the money',
    );
  } else if (refund && returned !== due) {
    report('refund_amount', accountId, purchaseId, `${returned} of ${due} cents were returned`);
  } else if (refund && isLive(purchase) && live.has(purchaseId)) {
    report('refund_undue', accountId, purchaseId, `its state is ${state}, but money was returned`);
  }
}

/** Checks that every capture, refund and label belongs to an existing purchase that did not fail. */
function checkOwners(
  purchases: readonly Purchase[],
  captures: ReadonlyMap<string, Transfer>,
  refunds: ReadonlyMap<string, Transfer>,
  labels: ReadonlyMap<string, readonly SellerJournalEntry[]>,
  report: Report,
): void {
  const byId = new Map(purchases.map((purchase) => [purchase.purchaseId, purchase]));
  const byReference = new Map(purchases.map((purchase) => [purchase.carrierReference, purchase]));
  const check = (purchase: Purchase | undefined, accountId: number, subject: string, kind: string) => {
    const broken = (rule: string, detail: string) => report(`${kind}_${rule}`, accountId, subject, detail);
    if (!purchase) broken('without_purchase', 'its purchase does not exist');
    // Some carriers' journals do not name the account. Their entries have account 0.
    else if (accountId !== 0 && purchase.accountId !== accountId)
      broken('of_another_account', `the purchase belongs to account ${purchase.accountId}`);
    else if (saleStateOf(purchase) === 'failed') broken('of_failed_purchase', 'its purchase failed');
  };
  for (const [id, { accountId, key }] of captures) check(byId.get(id), accountId, key, 'capture');
  for (const [id, { accountId, key }] of refunds) check(byId.get(id), accountId, key, 'refund');
  for (const [reference, entries] of labels) {
    for (const { accountId, status } of entries) {
      // A label that is voided at the carrier costs nothing, in any state of its purchase.
      if (status === 'purchased') check(byReference.get(reference), accountId, reference, 'label');
    }
  }
}

function checkOrders(purchases: readonly Purchase[], report: Report): void {
  const live = new Map<string, string>();
  for (const { accountId, orderId, purchaseId, isReturn } of purchases.filter(isLive)) {
    // A return label may be live together with the order's own label.
    const order = `${accountId}/${orderId}${isReturn ? '/return' : ''}`;
    const other = live.get(order);
    if (other) {
      const detail = `order ${orderId} also has the valid label of ${other}`;
      report('order_labelled_twice', accountId, purchaseId, detail);
    }
    live.set(order, purchaseId);
  }
}

function byPurchase(transfers: readonly Transfer[], prefix: string): Map<string, Transfer> {
  const found = transfers.filter(({ key }) => key.startsWith(prefix));
  return new Map(found.map((transfer) => [transfer.key.slice(prefix.length), transfer]));
}
