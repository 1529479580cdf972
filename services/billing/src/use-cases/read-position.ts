import type { AccountId } from '@parcelyard/service-kit/ids';
import { billingMonth } from '../domain/billing-month';
import { type CountedPosition, moved, type Position, type Transfer } from '../domain/ledger';
import { countAfter, countIn, type ShipmentCount } from '../domain/shipment-count';
import { type DaySpending, NO_SPENDING, spendingAfter, utcDay } from '../domain/spending';
import { holdKey, releaseKey } from '../domain/transfers';
import type { BillingPorts } from '../ports';

type PositionPorts = Pick<BillingPorts, 'ledger' | 'oldUsage' | 'clock'>;

/** The end of an account's ledger, with the counts of its shipments and of the day's spending. */
export async function readPosition(ports: PositionPorts, accountId: AccountId): Promise<CountedPosition> {
  const position = await ports.ledger.position(accountId);
  const [shipments, spending] = await Promise.all([
    position.shipments ?? countFromBefore(ports, accountId, position.seq),
    position.spending ?? spendingFromBefore(ports, accountId, position),
  ]);
  return { ...position, shipments, spending };
}

/** Transfers that replicas of an older version write while a newer one is deployed. */
const MAX_UNCOUNTED = 200;

/** The count where the last transfer has none, because a version wrote it that counted shipments elsewhere. */
async function countFromBefore(
  ports: PositionPorts,
  accountId: AccountId,
  seq: number,
): Promise<ShipmentCount> {
  const transfers = await ports.ledger.listDown(accountId, seq, MAX_UNCOUNTED);
  const last = transfers.findIndex(({ after }) => after.shipments);
  const known = transfers[last]?.after.shipments;
  if (!known) return oldCount(ports, accountId);
  return transfers.slice(0, last).reduceRight(countUncounted, known);
}

/**
 * The day's spending where the last transfer has no count, because a version wrote it that did not count: all of this day
 * counts as the access token's, behind the last count that there is.
 */
async function spendingFromBefore(
  { ledger, clock }: PositionPorts,
  accountId: AccountId,
  { seq, at }: Position,
): Promise<DaySpending> {
  const today = utcDay(clock.now());
  if (!at || utcDay(at) < today) return NO_SPENDING;
  const transfers = await ledger.listDown(accountId, seq, MAX_UNCOUNTED);
  const last = transfers.findIndex(({ after }) => after.spending);
  const known = transfers[last]?.after.spending ?? NO_SPENDING;
  const uncounted = last < 0 ? transfers : transfers.slice(0, last);
  return uncounted.reduceRight((spending, { kind, at: when, lines }) => {
    const isOfLabel = kind === 'hold' || kind === 'release';
    const change = { day: utcDay(when), kind: 'token', cents: moved(lines, 'held') } as const;
    return isOfLabel ? spendingAfter({ kind, spending: change }, spending) : spending;
  }, known);
}

/** Older versions did not say whose month a release gives back to: nearly always the one that is counted. */
const countUncounted = (count: ShipmentCount, transfer: Transfer): ShipmentCount =>
  countAfter(transfer.lines.length > 0 ? { month: count.month, ...transfer } : transfer, count);

/**
 * What the older version had counted this month. It counted a purchase before it held for it: those that the ledger does
 * not hold yet are counted by their hold, and those that it released already are not any more.
 */
async function oldCount(
  { ledger, oldUsage, clock }: PositionPorts,
  accountId: AccountId,
): Promise<ShipmentCount> {
  const { key: month } = billingMonth(clock.now());
  const { shipments, open } = await oldUsage.find(accountId, month);
  if (open.length === 0) return { month, used: shipments };
  const keys = open.flatMap((purchase) => [holdKey(purchase), releaseKey(purchase)]);
  const transfers = await ledger.findAll(accountId, keys);
  const held = new Set(transfers.filter(({ kind }) => kind === 'hold').map(({ key }) => key));
  for (const { resolves } of transfers) if (resolves !== undefined) held.delete(resolves);
  return { month, used: shipments - open.filter((purchase) => !held.has(holdKey(purchase))).length };
}

/** Shipments counted in a month. */
export const shipmentsIn = ({ shipments }: CountedPosition, month: string): number =>
  countIn(shipments, month).used;
