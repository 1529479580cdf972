import { sumCents } from '@parcelyard/money/sum-cents';
import { moved, overdraws, type Position, type Transfer } from './ledger';

/** A rule of the ledger that a stored transfer breaks; `shipctl ledger verify` names them the same. */
export type LedgerViolation = 'unbalanced_transfer' | 'sequence_gap' | 'wrong_balance' | 'negative_balance';

export const LEDGER_VIOLATIONS: readonly LedgerViolation[] = [
  'unbalanced_transfer',
  'sequence_gap',
  'wrong_balance',
  'negative_balance',
];

/** What is wrong with a transfer that stands right after a position of its account. */
export function checkTransfer(transfer: Transfer, before: Position): LedgerViolation[] {
  const { lines, seq, after } = transfer;
  const available = sumCents(before.available, moved(lines, 'available'));
  const held = sumCents(before.held, moved(lines, 'held'));
  const broken: Record<LedgerViolation, boolean> = {
    unbalanced_transfer: sumCents(...lines.map(({ cents }) => cents)) !== 0,
    sequence_gap: seq !== before.seq + 1,
    wrong_balance: after.available !== available || after.held !== held,
    negative_balance: overdraws(transfer, before),
  };
  return LEDGER_VIOLATIONS.filter((rule) => broken[rule]);
}
