import type { Transfer } from '@parcelyard/contracts/billing';
import type { Violation } from './ledger-evidence';

/** Each account's ledger by itself: lines balance, numbers have no gap, balances follow from the lines. */
export function checkAccounts(transfers: readonly Transfer[]): Violation[] {
  const violations: Violation[] = [];
  const keys = new Set<string>();
  const positions = new Map<number, { seq: number; available: number; held: number }>();
  for (const transfer of transfers) {
    const { key, accountId, seq, lines } = transfer;
    const broken = (rule: string, detail: string) =>
      violations.push({ rule, accountId, subject: key, detail });
    const sum = lines.reduce((total, { cents }) => total + cents, 0);
    if (sum !== 0) broken('unbalanced_transfer', `its lines sum to ${sum} cents`);
    if (keys.has(key)) broken('repeated_transfer', 'another transfer has the same key');
    keys.add(key);

    const last = positions.get(accountId) ?? { seq: 0, available: 0, held: 0 };
    if (seq !== last.seq + 1) broken('sequence_gap', `number ${seq} follows number ${last.seq}`);
    const available = last.available + movedOn(transfer, 'available');
    const held = last.held + movedOn(transfer, 'held');
    if (transfer.availableAfterCents !== available || transfer.heldAfterCents !== held) {
      broken(
        'wrong_balance',
        `says ${transfer.availableAfterCents} available and ${transfer.heldAfterCents} held, the lines say ${available} and ${held}`,
      );
    }
    // What the payment gateway takes back it takes whether or not the account still has it.
    const takes = movedOn(transfer, 'available') < 0 && !TAKEN_BACK.has(transfer.kind);
    if (held < 0 || (takes && available < 0))
      broken('negative_balance', `leaves ${available} available and ${held} held`);
    positions.set(accountId, { seq, available, held });
  }
  return violations;
}

const TAKEN_BACK: ReadonlySet<string> = new Set(['recharge_refund', 'recharge_dispute']);

/** Cents that a transfer puts on a ledger. */
export const movedOn = ({ lines }: Transfer, ledger: string): number =>
  lines.reduce((total, line) => (line.ledger === ledger ? total + line.cents : total), 0);
