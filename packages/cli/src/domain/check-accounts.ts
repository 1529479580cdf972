import type { ShipmentCount, Transfer } from '@parcelyard/contracts/billing';
import { centsOn, type Report } from './ledger-evidence';

/**
 * Checks each account's ledger separately. The lines of a transfer must sum to zero, sequence numbers must have no
 * gaps, and balances and shipments must be the result of the transfers.
 */
export function checkAccounts(transfers: readonly Transfer[], report: Report): void {
  const keys = new Set<string>();
  const positions = new Map<number, Position>();
  for (const transfer of transfers) {
    const { key, accountId, seq, lines } = transfer;
    const broken = (rule: string, detail: string) => report(rule, accountId, key, detail);
    const sum = lines.reduce((total, { cents }) => total + cents, 0);
    if (sum !== 0) broken('unbalanced_transfer', `its lines sum to ${sum} cents`);
    if (keys.has(key)) broken('repeated_transfer', 'another transfer has the same key');
    keys.add(key);

    const last = positions.get(accountId) ?? EMPTY;
    if (seq !== last.seq + 1) broken('sequence_gap', `number ${seq} follows number ${last.seq}`);
    const available = last.available + centsOn(transfer, 'available');
    const held = last.held + centsOn(transfer, 'held');
    if (transfer.availableAfterCents !== available || transfer.heldAfterCents !== held) {
      broken(
        'wrong_balance',
        `the transfer says ${transfer.availableAfterCents} cents available and ${transfer.heldAfterCents} held, but the lines give ${available} and ${held}`,
      );
    }
    // Only reversals and adjustments may overdraw the account.
    const takes = centsOn(transfer, 'available') < 0 && !FORCED_KINDS.has(transfer.kind);
    if (held < 0 || (takes && available < 0))
      broken('negative_balance', `leaves ${available} cents available and ${held} held`);
    const counted = countAfter(transfer, last.shipments);
    const shipments = transfer.shipmentsAfter ?? EMPTY.shipments;
    if (shipments.month !== counted.month || shipments.used !== counted.used) {
      broken(
        'wrong_shipment_count',
        `the transfer says ${countText(shipments)}, but the transfers give ${countText(counted)}`,
      );
    }
    positions.set(accountId, { seq, available, held, shipments });
  }
}

interface Position {
  readonly seq: number;
  readonly available: number;
  readonly held: number;
  readonly shipments: ShipmentCount;
}

const EMPTY: Position = { seq: 0, available: 0, held: 0, shipments: { month: '', used: 0 } };

/**
 * Returns the month's number of shipments after a transfer. A hold adds one shipment. A release subtracts it again if
 * the hold's month is still current.
 */
function countAfter({ kind, shipmentMonth = '' }: Transfer, last: ShipmentCount): ShipmentCount {
  if (!shipmentMonth) return last;
  if (kind === 'hold' && shipmentMonth > last.month) return { month: shipmentMonth, used: 1 };
  if (kind === 'hold') return { ...last, used: last.used + 1 };
  return shipmentMonth === last.month ? { ...last, used: last.used - 1 } : last;
}

const countText = ({ month, used }: ShipmentCount) => `${used} shipments in ${month || 'no month'}`;

const FORCED_KINDS: ReadonlySet<string> = new Set([
  'recharge_refund',
  'recharge_dispute',
  'carrier_adjustment',
]);
