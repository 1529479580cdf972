import type { Transfer } from '@parcelyard/contracts/billing';

type Kind = 'token' | 'app';

/**
 * Returns the spending of one day, computed from the transfers alone. Tests compare it with the number that each
 * transfer stores.
 */
export function spentOn(transfers: readonly Transfer[], day: string, kind: Kind): number {
  const ended = new Set(
    transfers.filter(({ kind: what }) => what === 'reservation_end').map(({ resolves }) => resolves),
  );
  const reservations = transfers.filter(
    ({ kind: what, key, spending }) =>
      what === 'reservation' && !ended.has(key) && spending?.day === day && spending.kind === kind,
  );
  const open = new Set(reservations.map(({ key }) => key));
  const reserved = reservations.reduce((sum, { spending }) => sum + (spending?.cents ?? 0), 0);
  const holds = transfers.filter(({ kind: what }) => what === 'hold');
  const own = holds.filter(
    ({ spending }) => spending?.day === day && spending.kind === kind && !open.has(spending.reservation),
  );
  return own.reduce((sum, hold) => sum + heldBy(hold) - givenBack(transfers, hold), reserved);
}

const heldBy = ({ lines }: Transfer): number => moved(lines, 'held');

/**
 * Returns the part of a hold that comes back: all of it after a release, the premium after a capture without insurance.
 */
function givenBack(transfers: readonly Transfer[], { key }: Transfer): number {
  const resolution = transfers.find(({ resolves }) => resolves === key);
  return resolution ? moved(resolution.lines, 'available') : 0;
}

const moved = (lines: Transfer['lines'], ledger: string): number =>
  lines.filter((line) => line.ledger === ledger).reduce((sum, { cents }) => sum + cents, 0);

/** Returns the highest spending of each day. Also checks the number that each transfer stores. */
export function highestSpent(transfers: readonly Transfer[], kind: Kind): Map<string, number> {
  const highest = new Map<string, number>();
  for (let end = 1; end <= transfers.length; end += 1) {
    const { spendingAfter } = transfers[end - 1] as Transfer;
    const { day } = spendingAfter ?? { day: '' };
    if (day === '') continue;
    const spent = spentOn(transfers.slice(0, end), day, kind);
    expect(kind === 'token' ? spendingAfter?.tokenCents : spendingAfter?.appCents).toBe(spent);
    highest.set(day, Math.max(highest.get(day) ?? 0, spent));
  }
  return highest;
}
