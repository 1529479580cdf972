import type { PostageAdjustment } from '@parcelyard/contracts/common';
import { cents } from '@parcelyard/money/cents';
import { accountId } from '@parcelyard/service-kit/ids';
import fc from 'fast-check';
import {
  checkTransfer,
  EMPTY_LEDGER,
  type HeldCharge,
  mayOverdraw,
  positionAfter,
  post,
  type Transfer,
  type TransferDraft,
} from '../../src/domain/ledger';
import type { SpendingChange } from '../../src/domain/spending';
import {
  adjustmentTransfer,
  barrierTransfer,
  captureTransfer,
  creditTransfer,
  holdKey,
  holdTransfer,
  rechargeTransfer,
  referralTransfer,
  refundTransfer,
  reinstatementTransfer,
  releaseTransfer,
  reversalTransfer,
  totalOf,
} from '../../src/domain/transfers';

const account = accountId(7);
const at = new Date('2026-03-02T15:00:00Z');

/** A ledger in memory that refuses what the database refuses: a second use of a key, and a second end of a hold. */
class LedgerInMemory {
  readonly transfers: Transfer[] = [];
  get position() {
    const last = this.transfers.at(-1);
    return last ? positionAfter(last) : EMPTY_LEDGER;
  }
  has = (key: string) => this.transfers.some((transfer) => transfer.key === key);
  append(draft: TransferDraft): boolean {
    const taken = this.transfers.some(
      ({ key, resolves }) => key === draft.key || (resolves !== undefined && resolves === draft.resolves),
    );
    if (!taken) this.transfers.push(post(draft, account, this.position, at));
    return !taken;
  }
}

const sumOf = (charge: Parameters<typeof totalOf>[0]): SpendingChange => ({
  day: '2026-03-20',
  kind: 'token',
  cents: totalOf(charge),
});

const amount = fc.integer({ min: 0, max: 5_000 }).map(cents);
const charge = fc
  .record({
    purchase: fc.integer({ min: 1, max: 6 }),
    postage: amount,
    insurance: amount,
    fee: amount,
    recharged: amount,
  })
  .map(
    ({ purchase, ...rest }): HeldCharge => ({
      purchaseId: `pur_${purchase}_1`,
      month: '2026-03',
      spending: sumOf(rest),
      ...rest,
    }),
  );
const step = fc.record({
  kind: fc.constantFrom(
    'recharge',
    'credit',
    'referral',
    'hold',
    'capture',
    'release',
    'refund',
    'reversal',
    'reinstatement',
    'adjustment',
  ),
  charge,
  amount,
  name: fc.integer({ min: 1, max: 20 }).map(String),
});

const anAdjustment = (name: number, money: number, reportNumber: number): PostageAdjustment => ({
  adjustmentId: `adj_${name}`,
  cents: money,
  billed: { weightOz: 1 },
  measured: { weightOz: 320 },
  reason: '',
  at,
  reportNumber,
});

/** Appends the step's transfer if the use cases would allow it. Returns whether the transfer was appended. */
function take(
  ledger: LedgerInMemory,
  { kind, charge: asked, amount: money, name }: typeof step extends fc.Arbitrary<infer T> ? T : never,
) {
  const held = ledger.transfers.find(({ key }) => key === holdKey(asked.purchaseId))?.charge;
  switch (kind) {
    case 'recharge':
      return ledger.append(rechargeTransfer(name, money));
    case 'credit':
      return ledger.append(creditTransfer(account, name, money));
    case 'referral': {
      const redeemedBefore = cents(-ledger.position.referral);
      return ledger.append(referralTransfer(account, { redeemedBefore, amount: money }));
    }
    case 'reversal':
    case 'reinstatement': {
      const reversed = { id: `re_${name}`, kind: 'dispute', reference: name, amount: money } as const;
      if (kind === 'reversal') return ledger.append(reversalTransfer(reversed));
      const taken = ledger.transfers.find(({ key }) => key === reversalTransfer(reversed).key);
      const back = taken?.lines.find((line) => line.ledger === 'psp')?.cents;
      return back !== undefined && ledger.append(reinstatementTransfer({ ...reversed, amount: back }));
    }
    case 'adjustment': {
      if (!ledger.has(`capture:${asked.purchaseId}`)) return false;
      // The carrier charges more or returns money. It may report the same adjustment again with a different amount.
      const amountNamed = Number(name) % 2 ? money : cents(-money);
      const named = anAdjustment(Number(name) % 3, amountNamed, ledger.transfers.length);
      const earlier = ledger.transfers.filter(
        ({ key, adjustment }) =>
          key.startsWith(`carrier_adjustment:${asked.purchaseId}:`) &&
          adjustment?.adjustmentId === named.adjustmentId,
      );
      const draft = adjustmentTransfer(asked.purchaseId, named, earlier);
      return draft !== undefined && ledger.append(draft);
    }
    case 'hold':
      return (
        !ledger.has(`release:${asked.purchaseId}`) &&
        ledger.position.available >= totalOf(asked) &&
        ledger.append(holdTransfer(asked, asked))
      );
    case 'capture':
      return held !== undefined && ledger.append(captureTransfer(held));
    case 'release':
      return ledger.append(held ? releaseTransfer(held) : barrierTransfer(asked.purchaseId));
    default:
      return (
        held !== undefined && ledger.has(`capture:${asked.purchaseId}`) && ledger.append(refundTransfer(held))
      );
  }
}

describe('a ledger, after any sequence of events,', () => {
  const histories = fc.array(step, { maxLength: 60 });
  const replay = (history: Parameters<typeof take>[1][]) => {
    const ledger = new LedgerInMemory();
    for (const one of history) take(ledger, one);
    return ledger.transfers;
  };
  const holds = (property: (transfers: Transfer[]) => void) =>
    fc.assert(fc.property(histories, (history) => property(replay(history))));

  test('never creates money: the lines of every transfer sum to zero', () => {
    holds((transfers) => {
      for (const { lines } of transfers) expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
    });
  });

  test('has a negative balance only after a reversal by the payment gateway or an adjustment by a carrier', () => {
    holds((transfers) => {
      let before = 0;
      for (const { kind, after } of transfers) {
        if (!mayOverdraw(kind)) expect(after.available).toBeGreaterThanOrEqual(Math.min(0, before));
        expect(after.held).toBeGreaterThanOrEqual(0);
        before = after.available;
      }
    });
  });

  test('has sequence numbers without a gap, and each transfer stores the sums of all lines before it', () => {
    holds((transfers) => {
      const sums = { available: 0, held: 0, referral: 0 };
      for (const [index, { seq, lines, after: all }] of transfers.entries()) {
        const { shipments: _, spending: __, ...after } = all;
        expect(seq).toBe(index + 1);
        for (const { ledger, cents: moved } of lines) {
          if (ledger in sums) sums[ledger as keyof typeof sums] += moved;
        }
        expect(after).toEqual(sums);
      }
    });
  });

  test('counts the shipments of the month: holds without a release', () => {
    holds((transfers) => {
      const counted = new Set<string>();
      for (const { key, kind, resolves = '', after } of transfers) {
        if (kind === 'hold') counted.add(key);
        if (kind === 'release') counted.delete(resolves);
        expect(after.shipments?.used).toBe(counted.size);
      }
    });
  });

  test('passes the audit, and the audit finds every wrong balance and every wrong count of shipments', () => {
    holds((transfers) => {
      let before = EMPTY_LEDGER;
      for (const transfer of transfers) {
        expect(checkTransfer(transfer, before)).toEqual([]);
        for (const ledger of ['available', 'held', 'referral'] as const) {
          const after = { ...transfer.after, [ledger]: cents(transfer.after[ledger] + 1) };
          expect(checkTransfer({ ...transfer, after }, before)).toEqual(['wrong_balance']);
        }
        const { month = '', used = 0 } = transfer.after.shipments ?? {};
        for (const shipments of [
          { month, used: used + 1 },
          { month: '2019-12', used },
        ]) {
          const after = { ...transfer.after, shipments };
          expect(checkTransfer({ ...transfer, after }, before)).toEqual(['wrong_shipment_count']);
        }
        before = positionAfter(transfer);
      }
    });
  });

  test('owes the carrier the last amount of each adjustment, and counts no adjustment as spending or shipment', () => {
    holds((transfers) => {
      const named = new Map<string, number>();
      const booked = new Map<string, number>();
      for (const [index, { key, kind, adjustment, lines, after }] of transfers.entries()) {
        if (kind !== 'carrier_adjustment' || !adjustment) continue;
        const one = `${key.split(':')[1]} ${adjustment.adjustmentId}`;
        const taken = lines.find(({ ledger }) => ledger === 'carrier_payable')?.cents ?? 0;
        named.set(one, adjustment.cents);
        booked.set(one, (booked.get(one) ?? 0) + taken);
        const before = transfers[index - 1]?.after;
        expect([after.shipments, after.spending]).toEqual([before?.shipments, before?.spending]);
      }
      expect(booked).toEqual(named);
    });
  });

  test('captures or releases a hold, never both, and refunds only captured charges', () => {
    holds((transfers) => {
      const keys = new Set(transfers.map(({ key }) => key));
      for (const key of keys) {
        const purchase = key.slice(key.indexOf(':') + 1);
        if (key.startsWith('capture:')) expect(keys).not.toContain(`release:${purchase}`);
        if (key.startsWith('refund:')) expect(keys).toContain(`capture:${purchase}`);
      }
    });
  });

  test('has in held exactly the charges without capture or release', () => {
    holds((transfers) => {
      const resolved = new Set(transfers.map(({ resolves }) => resolves));
      const open = transfers.filter(({ key, kind }) => kind === 'hold' && !resolved.has(key));
      const expected = open.reduce((sum, { charge: held }) => sum + totalOf(held as HeldCharge), 0);
      expect(transfers.at(-1)?.after.held ?? 0).toBe(expected);
    });
  });
});

describe('a transfer', () => {
  const held: HeldCharge = {
    purchaseId: 'pur_1_1',
    postage: cents(700),
    insurance: cents(100),
    fee: cents(30),
    recharged: cents(0),
    month: '2026-03',
    spending: { day: '2026-03-20', kind: 'token', cents: cents(830) },
  };

  test('that does not sum to zero is a program error', () => {
    const draft: TransferDraft = {
      key: 'k',
      kind: 'credit',
      lines: [{ ledger: 'available', cents: cents(1) }],
    };
    expect(() => post(draft, account, EMPTY_LEDGER, at)).toThrow(/sum to 1 cents/);
  });

  test('that would make the balance negative is a program error', () => {
    expect(() => post(holdTransfer(held, held), account, EMPTY_LEDGER, at)).toThrow(/below zero/);
    expect(() => post(captureTransfer(held), account, EMPTY_LEDGER, at)).toThrow(/below zero/);
  });

  test('of a capture has separate lines for postage, insurance and fee', () => {
    expect(captureTransfer(held).lines).toEqual([
      { ledger: 'held', cents: -830 },
      { ledger: 'carrier_payable', cents: 700 },
      { ledger: 'insurance', cents: 100 },
      { ledger: 'fees', cents: 30 },
    ]);
  });

  test('of a refund returns postage and insurance and keeps the fee', () => {
    expect(refundTransfer(held).lines).toEqual([
      { ledger: 'carrier_payable', cents: -700 },
      { ledger: 'insurance', cents: -100 },
      { ledger: 'available', cents: 800 },
    ]);
  });

  test('has no line with zero cents', () => {
    const free = { ...held, insurance: cents(0), fee: cents(0) };
    expect(captureTransfer(free).lines.map(({ ledger }) => ledger)).toEqual(['held', 'carrier_payable']);
    expect(refundTransfer(free).lines.map(({ ledger }) => ledger)).toEqual(['carrier_payable', 'available']);
  });
});
