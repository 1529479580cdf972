import type { Transfer } from '@parcelyard/contracts/billing';
import type { CarrierJournalEntry, Purchase } from '@parcelyard/contracts/shipping';
import { movedOn } from './check-accounts';
import type { LedgerEvidence, Violation } from './ledger-evidence';
import { isLive, isVoided, standingOf } from './purchase-standing';

/** Every sold label was captured once and bought from the carrier once, at the price captured; no other label exists. */
export function checkLabels({ before, transfers, journal, purchases }: LedgerEvidence): Violation[] {
  const captures = byPurchase(transfers, 'capture:');
  const refunds = byPurchase(transfers, 'refund:');
  const labels = new Map<string, CarrierJournalEntry[]>();
  for (const entry of journal) labels.set(entry.reference, [...(labels.get(entry.reference) ?? []), entry]);
  // A purchase that was live before may have been voided while the rest was read: its last state decides.
  const live = new Map(purchases.filter(isLive).map(({ purchaseId, state }) => [purchaseId, state]));
  return [
    ...before.purchases.flatMap((purchase) =>
      checkSold(purchase, captures.get(purchase.purchaseId), labels.get(referenceOf(purchase)) ?? []),
    ),
    ...before.purchases.flatMap((purchase) => checkVoid(purchase, live, labels.get(referenceOf(purchase)))),
    ...before.purchases.flatMap((purchase) => checkRefund(purchase, live, refunds.get(purchase.purchaseId))),
    ...checkOwners(purchases, captures, refunds, labels),
    ...checkOrders(purchases),
  ];
}

function checkSold(
  purchase: Purchase,
  capture: Transfer | undefined,
  entries: readonly CarrierJournalEntry[],
): Violation[] {
  const violations: Violation[] = [];
  const { purchaseId: subject, accountId } = purchase;
  const broken = (rule: string, detail: string) => violations.push({ rule, accountId, subject, detail });
  if (entries.length > 1)
    broken('label_bought_twice', `${entries.length} labels stand in the carriers' journal`);
  if (standingOf(purchase) !== 'sold') return violations;
  if (!capture) broken('capture_missing', `its state is ${purchase.state} and nothing was captured`);
  const [entry] = entries;
  if (!entry) {
    broken('label_missing', `its state is ${purchase.state} and the carrier knows of no label`);
    return violations;
  }
  // A real carrier may have become cheaper since its rate was sealed, never dearer.
  if (entry.chargedCents > purchase.postageCents) {
    broken(
      'label_price',
      `the carrier charged ${entry.chargedCents}, it was sold for ${purchase.postageCents}`,
    );
  }
  const captured = capture ? movedOn(capture, 'carrier_payable') : purchase.postageCents;
  if (captured !== purchase.postageCents) {
    broken('capture_price', `it was sold for ${purchase.postageCents}, ${captured} were captured for it`);
  }
  if (purchase.trackingNumber !== entry.trackingNumber) {
    broken(
      'tracking_number',
      `the carrier's number is ${entry.trackingNumber}, ours ${purchase.trackingNumber}`,
    );
  }
  return violations;
}

/** Carrier and purchase agree on whether the label is void, but for the moment between the two. */
function checkVoid(
  { purchaseId: subject, accountId, state }: Purchase,
  live: ReadonlyMap<string, string>,
  [entry]: readonly CarrierJournalEntry[] = [],
): Violation[] {
  if (state === 'done' && live.get(subject) === 'done' && entry?.status === 'voided') {
    const detail = 'the carrier voided the label and the purchase does not know';
    return [{ rule: 'label_void', accountId, subject, detail }];
  }
  if (isVoided(state) && entry && entry.status !== 'voided') {
    const detail = `its state is ${state}, and the carrier's label is ${entry.status}`;
    return [{ rule: 'label_not_void', accountId, subject, detail }];
  }
  return [];
}

function checkRefund(
  purchase: Purchase,
  live: ReadonlyMap<string, string>,
  refund: Transfer | undefined,
): Violation[] {
  const { purchaseId: subject, accountId, refunded, state } = purchase;
  if (refunded && !refund) {
    return [
      { rule: 'refund_missing', accountId, subject, detail: 'refunded, yet no transfer gave money back' },
    ];
  }
  const due = purchase.postageCents + purchase.insuranceCents;
  if (refund && movedOn(refund, 'available') !== due) {
    const detail = `${movedOn(refund, 'available')} of ${due} cents were given back`;
    return [{ rule: 'refund_amount', accountId, subject, detail }];
  }
  if (refund && isLive(purchase) && live.has(subject)) {
    return [
      { rule: 'refund_undue', accountId, subject, detail: `its state is ${state} and money was given back` },
    ];
  }
  return [];
}

/** What speaks of a purchase must have one, and one that did not fail. */
function checkOwners(
  purchases: readonly Purchase[],
  captures: ReadonlyMap<string, Transfer>,
  refunds: ReadonlyMap<string, Transfer>,
  labels: ReadonlyMap<string, readonly CarrierJournalEntry[]>,
): Violation[] {
  const byId = new Map(purchases.map((purchase) => [purchase.purchaseId, purchase]));
  const byReference = new Map(purchases.map((purchase) => [referenceOf(purchase), purchase]));
  const owned = (
    purchase: Purchase | undefined,
    accountId: number,
    subject: string,
    what: string,
  ): Violation[] => {
    const rule = `${what}_without_purchase`;
    if (!purchase) return [{ rule, accountId, subject, detail: 'no purchase of this id exists' }];
    // A carrier that cannot tell the account says 0.
    if (accountId !== 0 && purchase.accountId !== accountId) {
      const detail = `the purchase belongs to account ${purchase.accountId}`;
      return [{ rule: `${what}_of_another_account`, accountId, subject, detail }];
    }
    return standingOf(purchase) === 'failed'
      ? [{ rule: `${what}_of_failed_purchase`, accountId, subject, detail: 'its purchase failed' }]
      : [];
  };
  const ofTransfers = (transfers: ReadonlyMap<string, Transfer>, what: string) =>
    [...transfers].flatMap(([purchaseId, { accountId, key }]) =>
      owned(byId.get(purchaseId), accountId, key, what),
    );
  // A label that was voided at the carrier costs nothing, whatever became of its purchase.
  const ofLabels = [...labels].flatMap(([reference, entries]) =>
    entries
      .filter(({ status }) => status === 'purchased')
      .flatMap(({ accountId }) => owned(byReference.get(reference), accountId, reference, 'label')),
  );
  return [...ofTransfers(captures, 'capture'), ...ofTransfers(refunds, 'refund'), ...ofLabels];
}

function checkOrders(purchases: readonly Purchase[]): Violation[] {
  const live = new Map<string, Purchase>();
  return purchases.filter(isLive).flatMap((purchase): Violation[] => {
    const { accountId, orderId, purchaseId: subject } = purchase;
    const order = `${accountId}/${orderId}`;
    const other = live.get(order);
    live.set(order, purchase);
    if (!other) return [];
    const detail = `order ${orderId} has a live label by ${other.purchaseId}, too`;
    return [{ rule: 'order_labelled_twice', accountId, subject, detail }];
  });
}

/** A service of an earlier version does not tell, and bought under the purchase's id. */
const referenceOf = ({ carrierReference, purchaseId }: Purchase): string => carrierReference || purchaseId;

function byPurchase(transfers: readonly Transfer[], prefix: string): Map<string, Transfer> {
  const found = transfers.filter(({ key }) => key.startsWith(prefix));
  return new Map(found.map((transfer) => [transfer.key.slice(prefix.length), transfer]));
}
