import type { Transfer } from '@parcelyard/contracts/billing';
import type { CarrierAdjustment } from '@parcelyard/contracts/shipping';
import { centsOn, type LedgerEvidence, type Report } from './ledger-evidence';

const KIND = 'carrier_adjustment';

/**
 * Checks that the ledger has exactly the postage adjustments in the carriers' records, each with its amount and
 * purchase.
 */
export function checkAdjustments(
  { before, transfers, adjustments, purchases, sellers }: LedgerEvidence,
  report: Report,
): void {
  const purchaseOf = new Map(
    purchases.map((one) => [`${one.accountId} ${one.carrierReference}`, one.purchaseId]),
  );
  const subjectOf = ({ accountId, reference, adjustmentId }: CarrierAdjustment) => {
    const purchaseId = purchaseOf.get(`${accountId} ${reference}`);
    return purchaseId && `${accountId} ${KIND}:${purchaseId}:${adjustmentId}`;
  };
  // The records of sellers that are not configured could not be read.
  const unread = new Set(
    purchases.filter(({ seller }) => !sellers.includes(seller)).map(({ purchaseId }) => purchaseId),
  );
  const booked = new Map<string, number>();
  for (const transfer of transfers) {
    if (transfer.kind !== KIND) continue;
    const subject = bookedUnder(transfer);
    booked.set(subject, (booked.get(subject) ?? 0) + centsOn(transfer, 'carrier_payable'));
  }
  const named = new Map(adjustments.map((one) => [subjectOf(one), one.cents]));

  for (const one of before.adjustments) {
    const { accountId, cents, reference, adjustmentId } = one;
    const subject = subjectOf(one);
    if (subject === undefined) {
      const detail = `the carrier adjusted the postage of ${reference} by ${cents} cents, but no purchase has this reference`;
      report('adjustment_without_purchase', accountId, adjustmentId, detail);
      continue;
    }
    // An adjustment that the carrier changed while the data was read is not compared.
    if (named.get(subject) !== cents) continue;
    const taken = booked.get(subject) ?? 0;
    if (taken === cents) continue;
    const detail = `the carrier adjusted the postage by ${cents} cents, but the ledger by ${taken}`;
    report('adjustment_of_label', accountId, keyOf(subject), detail);
  }
  for (const [subject, cents] of booked) {
    // An adjustment that the carrier has withdrawn stays in the records with 0 cents.
    if (named.has(subject) || unread.has(subject.split(':')[1] ?? '')) continue;
    const detail = `${cents} cents were booked, but no carrier reports this adjustment`;
    report('adjustment_unknown', Number(subject.split(' ')[0]), keyOf(subject), detail);
  }
}

/**
 * Returns the account and the transfer's key, without the revision number. A key ends with a revision number if the
 * carrier changed an adjustment that was already booked.
 */
const bookedUnder = ({ accountId, key }: Transfer): string =>
  `${accountId} ${key.split(':').slice(0, 3).join(':')}`;

const keyOf = (subject: string): string => subject.slice(subject.indexOf(' ') + 1);
