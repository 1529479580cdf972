import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { type LedgerName, moved, type Transfer, type TransferKind } from './ledger';

/** A transfer as the account's owner reads it. */
export interface LedgerEntry {
  readonly seq: number;
  readonly kind: TransferKind;
  readonly at: Date;
  /** Of hold, capture, release and refund. */
  readonly purchaseId?: string | undefined;
  /** Below zero when money leaves. */
  readonly availableChange: Cents;
  readonly heldChange: Cents;
  readonly availableAfter: Cents;
  readonly heldAfter: Cents;
  /** What a hold reserves, a capture takes or a refund gives back. */
  readonly postage: Cents;
  readonly insurance: Cents;
  readonly fee: Cents;
}

export function toLedgerEntry(transfer: Transfer): LedgerEntry {
  const { seq, kind, at, lines, after } = transfer;
  return {
    seq,
    kind,
    at,
    purchaseId: purchaseOf(transfer),
    availableChange: moved(lines, 'available'),
    heldChange: moved(lines, 'held'),
    availableAfter: after.available,
    heldAfter: after.held,
    ...partsOf(transfer),
  };
}

const OF_A_PURCHASE: readonly TransferKind[] = ['hold', 'capture', 'release', 'refund'];

/** Their keys are the kind and the purchase. */
const purchaseOf = ({ kind, key }: Transfer): string | undefined =>
  OF_A_PURCHASE.includes(kind) ? key.slice(kind.length + 1) : undefined;

function partsOf({ kind, lines, charge }: Transfer): Pick<LedgerEntry, 'postage' | 'insurance' | 'fee'> {
  if (kind === 'hold' && charge) {
    return { postage: charge.postage, insurance: charge.insurance, fee: charge.fee };
  }
  const part = (ledger: LedgerName) => cents(Math.abs(moved(lines, ledger)));
  if (kind !== 'capture' && kind !== 'refund') return { postage: ZERO, insurance: ZERO, fee: ZERO };
  return { postage: part('carrier_payable'), insurance: part('insurance'), fee: part('fees') };
}
