import { createShippoAdjustments } from '../../../src/sellers/shippo/shippo-adjustments';
import type { ShippoInvoiceItem } from '../../../src/sellers/shippo/shippo-shapes';

const NOW = new Date('2026-09-01T12:00:00Z');
const item = (
  id: string,
  object_created: string,
  changes: Partial<ShippoInvoiceItem> = {},
): ShippoInvoiceItem => ({
  object_id: id,
  object_created,
  type: 'LABEL_SURCHARGE',
  description: 'Weight correction',
  amount: '1.30',
  currency: 'USD',
  transaction: 'bought',
  ...changes,
});

/** Reads these pages of invoices. Also returns which pages were asked for. */
async function read(...pages: ShippoInvoiceItem[][]) {
  const asked: number[] = [];
  let pauses = 0;
  const source = createShippoAdjustments({
    clock: { now: () => NOW },
    pause: async () => {
      pauses += 1;
    },
    book: { ownersOf: async (ids) => new Map(ids.includes('bought') ? [['bought', OWNER]] : []) },
    api: {
      listInvoiceItems: async (query) => {
        const page = Number(new URLSearchParams(query).get('page'));
        asked.push(page);
        const next = page < pages.length ? `https://api.goshippo.com/invoice-items?page=${page + 1}` : null;
        return { next, results: pages[page - 1] ?? [] };
      },
      findTransaction: async (id) =>
        id === 'restored' ? { object_id: id, metadata: 'pur_1002_1_a2_5eed' } : undefined,
    },
  });
  return { ...(await source.read()), asked, pauses };
}
const OWNER = { accountId: 1, reference: 'pur_1001_1_a1_5eed' };

describe('adjustments of postage at Shippo', () => {
  it('are the surcharges and adjustments of labels, each separate, and no other rows of an invoice', async () => {
    const { adjustments, unattributed } = await read([
      item('a', '2026-08-01T00:00:00Z'),
      item('b', '2026-08-02T00:00:00Z', { type: 'LABEL_PAYMENT_ADJUSTMENT', amount: '-0.45' }),
      item('c', '2026-08-02T00:00:00Z', { transaction: 'restored' }),
      item('d', '2026-08-02T00:00:00Z', { transaction: 'by hand' }),
      item('e', '2026-08-02T00:00:00Z', { transaction: null }),
      ...['LABEL_PAYMENT', 'LABEL_REFUND', 'SUBSCRIPTION_PLAN_FEE', 'TRACK_FEE', 'ONE_OFF_CREDIT'].map(
        (type) => item(type, '2026-08-02T00:00:00Z', { type }),
      ),
      item('f', '2026-08-02T00:00:00Z', { currency: 'EUR' }),
      item('g', '2026-08-02T00:00:00Z', { amount: null }),
    ]);
    expect(adjustments).toEqual([
      {
        ...OWNER,
        id: 'a',
        cents: 130,
        measured: {},
        reason: 'Weight correction',
        at: new Date('2026-08-01'),
      },
      expect.objectContaining({ ...OWNER, id: 'b', cents: -45 }),
      expect.objectContaining({ accountId: 2, reference: 'pur_1002_1_a2_5eed', id: 'c' }),
    ]);
    expect(unattributed).toEqual(['d', 'e']);
  });

  const recent = [item('new', '2026-08-20T00:00:00Z'), item('newer', '2026-08-10T00:00:00Z')];
  const old = [item('old', '2026-01-10T00:00:00Z'), item('older', '2026-01-02T00:00:00Z')];

  it('are read up to the age limit when the newest are first', async () => {
    const { adjustments, asked, pauses } = await read(recent, old, old);
    expect(asked).toEqual([1, 2]);
    expect(pauses).toBe(1);
    expect(adjustments.map(({ id }) => id)).toEqual(['new', 'newer']);
  });

  it('are read completely when the oldest are first', async () => {
    const { adjustments, asked } = await read([...old].reverse(), [...recent].reverse());
    expect(asked).toEqual([1, 2]);
    expect(adjustments.map(({ id }) => id)).toEqual(['newer', 'new']);
  });

  it('are read completely when a page is not sorted', async () => {
    const mixed = [...old, ...recent, ...old].slice(1);
    const { adjustments, asked } = await read(
      [...recent, ...mixed],
      [item('newest', '2026-08-30T00:00:00Z')],
    );
    expect(asked).toEqual([1, 2]);
    expect(adjustments.map(({ id }) => id)).toContain('newest');
  });
});
