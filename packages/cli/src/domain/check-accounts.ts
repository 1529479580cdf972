import type { Transfer } from '@parcelyard/contracts/billing';
import { movedOn, type Report } from './ledger-evidence';

/** Each account's ledger by itself: lines balance, numbers have no gap, balances follow from the lines. */
export function checkAccounts(transfers: readonly Transfer[], report: Report): void {
  const keys = new Set<string>();
  const positions = new Map<number, { seq: number; available: number; held: number }>();
  for (const transfer of transfers) {
    const { key, accountId, seq, lines } = transfer;
    const broken = (rule: string, detail: string) => report(rule, accountId, key, detail);
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
    // The payment gateway takes money back even when the account no longer has it.
    const takes = movedOn(transfer, 'available') < 0 && !TAKEN_BACK.has(transfer.kind);
    if (held < 0 || (takes && available < 0))
      broken('negative_balance', `leaves ${available} available and ${held} held`);
    positions.set(accountId, { seq, available, held });
  }
}

const TAKEN_BACK: ReadonlySet<string> = new Set(['recharge_refund', 'recharge_dispute']);
