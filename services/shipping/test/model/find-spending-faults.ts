import type { RechargeDocument } from '@parcelyard/billing/adapters/mongo/recharge-store';
import type { KindLimits } from '@parcelyard/billing/domain/spending-limits';
import { PURCHASES, type PurchaseDocument } from '@parcelyard/shipping/adapters/mongo/purchase-document';
import type { Document } from 'mongodb';
import type { Books } from './find-faults';

interface Reservation {
  key: string;
  left: number;
}

interface TransferDocument extends Document {
  _id: string;
  seq: number;
  kind: string;
  lines: { ledger: string; cents: number }[];
  resolves?: string;
  approval?: string;
  spending?: { day: string; cents: number; reservation?: string };
  after: { spending?: { day: string; token: number; reserved?: Reservation[] } };
}

/**
 * Returns what is wrong with the spending limits: a count that differs from the transfers, more than the day's limit, a
 * reservation that never ends, an approval that is used twice or for another amount, or a card that is charged for a
 * label that the limits then refused.
 */
export function findSpendingFaults({
  databases,
  gateway,
  limits,
}: Books & { limits: KindLimits }): readonly string[] {
  const faults: string[] = [];
  const transfers = databases.billing.all<TransferDocument>('transfers').sort((a, b) => a.seq - b.seq);
  transfers.forEach(({ _id, after }, index) => {
    const { day = '', token = 0 } = after.spending ?? {};
    const spent = spentOn(transfers.slice(0, index + 1), day);
    if (spent !== token) faults.push(`${_id} counts ${token} cents on ${day}, but the lines give ${spent}`);
    if (limits.perDay !== undefined && spent > limits.perDay)
      faults.push(`${_id} exceeds the limit of ${limits.perDay} cents: ${spent}`);
  });
  for (const { key, left } of transfers.at(-1)?.after.spending?.reserved ?? [])
    faults.push(`${left} cents of ${key} are still reserved, but all work has ended`);

  const words = new Map(databases.billing.all<Document>('approvals').map((one) => [one._id, one]));
  const used = new Set<string>();
  for (const { _id, kind, lines, spending, approval } of transfers) {
    if (kind !== 'hold' && kind !== 'reservation') continue;
    const total = kind === 'hold' ? moved(lines, 'held') : (spending?.cents ?? 0);
    const isDrawn = kind === 'hold' && spending?.reservation !== undefined;
    if (limits.askAbove !== undefined && total > limits.askAbove && !isDrawn) {
      const word = words.get(approval);
      if (word?.decision !== 'allowed' || word.total !== total)
        faults.push(
          `${_id} of ${total} cents used the approval ${approval}, which is ${word?.decision} for ${word?.total} cents`,
        );
    }
    if (approval !== undefined && used.has(approval)) faults.push(`${approval} was used twice`);
    if (approval !== undefined) used.add(approval);
  }
  const refused = new Set<string>(
    databases.shipping
      .all<PurchaseDocument>(PURCHASES)
      .filter(({ failure }) => /^(?:label|day)_limit|^approval/.test(failureOf(failure)))
      .map(({ _id }) => _id),
  );
  const byReference = new Map(
    databases.billing.all<RechargeDocument>('recharges').map((one) => [one.reference, one]),
  );
  for (const [reference, { status }] of gateway.charges) {
    const purposeId = byReference.get(reference)?.purposeId;
    if (status === 'succeeded' && purposeId !== undefined && refused.has(purposeId))
      faults.push(`${reference} was charged for ${purposeId}, which the limits refused`);
  }
  return faults;
}

const failureOf = (failure: unknown): string => (failure as { reason?: string } | undefined)?.reason ?? '';

/** Returns what was reserved and taken in a day. */
function spentOn(transfers: readonly TransferDocument[], day: string): number {
  const ended = new Set(
    transfers.filter(({ kind }) => kind === 'reservation_end').map((one) => one.resolves),
  );
  const ofDay = transfers.filter(({ spending }) => spending?.day === day);
  const open = ofDay.filter(({ kind, _id }) => kind === 'reservation' && !ended.has(_id));
  const keys = new Set<string | undefined>(open.map(({ _id }) => _id));
  const reserved = open.reduce((sum, { spending }) => sum + (spending?.cents ?? 0), 0);
  const holds = ofDay.filter(
    ({ kind, spending }) =>
      kind === 'hold' && !(spending?.reservation !== undefined && keys.has(spending.reservation)),
  );
  return holds.reduce((sum, { _id, lines }) => {
    const end = transfers.find(({ resolves, kind }) => resolves === _id && kind !== 'hold');
    return sum + moved(lines, 'held') - (end ? moved(end.lines, 'available') : 0);
  }, reserved);
}

const moved = (lines: TransferDocument['lines'], ledger: string): number =>
  lines.reduce((sum, line) => (line.ledger === ledger ? sum + line.cents : sum), 0);
