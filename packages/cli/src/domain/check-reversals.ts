import type { GatewayCharge, GatewayReversal, Transfer } from '@parcelyard/contracts/billing';
import { centsOn, type LedgerEvidence, type Report } from './ledger-evidence';

const REVERSED_BY: Readonly<Record<string, string>> = {
  recharge_refund: 'recharge_refund_failed',
  recharge_dispute: 'recharge_dispute_won',
};

/**
 * Checks that the ledger has the payment gateway's refunds and disputes. A refund or dispute that takes money must be
 * booked with its amount. A refund or dispute that was reversed must not reduce the balance. The ledger must not
 * contain a refund or dispute that the payment gateway does not have.
 */
export function checkReversals({ before, transfers, charges }: LedgerEvidence, report: Report): void {
  const byKey = new Map(transfers.map((transfer) => [transfer.key, transfer]));
  const known = new Map(
    charges.flatMap((charge) => charge.reversals.map((one) => [keyOf(charge, one), one])),
  );

  for (const charge of before.charges) {
    const { reference, accountId } = charge;
    // Money that never reached the balance is not deducted from it.
    if (!byKey.has(`recharge:${reference}`)) continue;
    for (const reversal of charge.reversals) {
      const subject = keyOf(charge, reversal);
      // A refund or dispute that changed while the data was read is not compared.
      if (known.get(subject)?.taken !== reversal.taken) continue;
      const booked = netOf(byKey, subject);
      const due = reversal.taken ? reversal.amountCents : 0;
      if (booked === due) continue;
      const detail = `the payment gateway took back ${due} cents, but the ledger ${booked}`;
      report(`${reversal.kind}_of_charge`, accountId, subject, detail);
    }
  }
  for (const { key: subject, kind, accountId } of transfers) {
    if (!(kind in REVERSED_BY) || known.has(subject)) continue;
    const detail = 'the payment gateway does not have this refund or dispute';
    report('reversal_unknown', accountId, subject, detail);
  }
}

const keyOf = ({ reference }: GatewayCharge, { kind, id }: GatewayReversal): string =>
  `recharge_${kind}:${reference}:${id}`;

/** Returns the cents that left the balance because of a refund or dispute and did not come back. */
function netOf(byKey: ReadonlyMap<string, Transfer>, key: string): number {
  const taken = byKey.get(key);
  if (!taken) return 0;
  const undone = byKey.get(key.replace(/^[^:]+/, (kind) => REVERSED_BY[kind] ?? kind));
  return -centsOn(taken, 'available') - (undone ? centsOn(undone, 'available') : 0);
}
