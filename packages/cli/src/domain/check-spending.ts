import type { DaySpending, SpendingChange, Transfer } from '@parcelyard/contracts/billing';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { centsOn, type Report } from './ledger-evidence';

/**
 * Recomputes each account's daily spending from the transfers. Each transfer must record the amount that its lines
 * moved, and the day's total after a transfer must follow from the total before it. A label with a reservation must not
 * be counted twice, and an approval must be used only once.
 */
export function checkSpending(transfers: readonly Transfer[], report: Report): void {
  const counts = new Map<number, DaySpending>();
  const approvals = new Set<string>();
  for (const transfer of transfers) {
    const { key, accountId, spending, spendingAfter: recorded = NOTHING } = transfer;
    const broken = (rule: string, detail: string) => report(rule, accountId, key, detail);
    if (spending) checkChange(transfer, spending, broken);
    const approvalId = spending?.approvalId;
    if (approvalId && approvals.has(approvalId))
      broken('approval_used_twice', `the owner's approval ${approvalId} was used before`);
    if (approvalId) approvals.add(approvalId);
    const due = countAfter(transfer, counts.get(accountId) ?? NOTHING);
    if (spendingText(due) !== spendingText(recorded))
      broken(
        'wrong_spending',
        `the transfer says ${spendingText(recorded)}, but the transfers give ${spendingText(due)}`,
      );
    counts.set(accountId, recorded);
  }
}

const NOTHING: DaySpending = { day: '', tokenCents: 0, appCents: 0, reserved: [] };

function checkChange(
  transfer: Transfer,
  { cents, carrierBilledCents = 0 }: SpendingChange,
  broken: (rule: string, detail: string) => void,
): void {
  const { kind } = transfer;
  const due = kind === 'hold' ? centsOn(transfer, 'held') : -centsOn(transfer, 'available');
  const movesMoney = kind === 'hold' || kind === 'release' || kind === 'capture';
  const counts = cents - carrierBilledCents;
  if (movesMoney && counts !== due)
    broken('wrong_spending', `counts ${counts} cents of spending, but its lines give ${due}`);
}

function countAfter({ kind, spending, at }: Transfer, last: DaySpending): DaySpending {
  if (!spending) return last;
  const { reservation } = spending;
  const others = last.reserved.filter((one) => one.reservation !== reservation);
  const open = last.reserved.find((one) => one.reservation === reservation);
  if (kind === 'reservation') {
    return { ...counted(last, spending, at), reserved: [...last.reserved, { ...spending, approvalId: '' }] };
  }
  if (kind === 'reservation_end') {
    return { ...counted(last, { ...spending, cents: -(open?.cents ?? 0) }, at), reserved: others };
  }
  if (!open) return counted(last, spending, at);
  const left = { ...open, cents: open.cents - spending.cents };
  return { ...last, reserved: last.reserved.map((one) => (one === open ? left : one)) };
}

/**
 * Returns the day's totals after a transfer. Spending on a later day starts at zero. After a change of the account's
 * time zone, amounts still count for the old zone's day until that day has ended in the old zone.
 */
function counted(last: DaySpending, { day, kind, cents }: SpendingChange, at: Date | undefined): DaySpending {
  const base = cents > 0 ? dayBefore(last, day, at) : last;
  if (base.day !== day) return base;
  return kind === 'app'
    ? { ...base, appCents: base.appCents + cents }
    : { ...base, tokenCents: base.tokenCents + cents };
}

function dayBefore(last: DaySpending, day: string, at: Date | undefined): DaySpending {
  const [lastDate = '', lastZone = ''] = last.day.split(' ');
  const [date = '', zone] = day.split(' ');
  const isSameZone = lastZone === zone;
  const isOver = isSameZone ? date > lastDate : !at || lastDate === '' || dayIn(at, lastZone) > lastDate;
  if (isOver) return { ...NOTHING, day, reserved: last.reserved };
  return isSameZone ? last : { ...last, day };
}

const spendingText = ({ day, tokenCents, appCents, reserved }: DaySpending): string =>
  [
    `${tokenCents} and ${appCents} cents on ${day || 'no day'}`,
    ...reserved.map(({ reservation, cents }) => `${cents} left of ${reservation}`),
  ].join(', ');
