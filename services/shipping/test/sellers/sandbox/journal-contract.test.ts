import { cents } from '@parcelyard/money/cents';
import { createIdKeeper } from '@parcelyard/service-kit/mongo/id-keeper';
import { createSequences } from '@parcelyard/service-kit/mongo/sequences';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { createMongoSandboxJournal } from '../../../src/sellers/sandbox/mongo-sandbox-journal';
import type { SandboxJournal } from '../../../src/sellers/sandbox/sandbox-journal';
import { aSale } from './a-sale';
import { createMemoryJournal } from './memory-journal';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.close();
});

const journals: readonly (readonly [string, () => Promise<SandboxJournal>])[] = [
  [
    'in the database',
    () =>
      createMongoSandboxJournal(
        database.db,
        createSequences(database.db, createIdKeeper('shipping', createMemoryIdKeeper())),
      ),
  ],
  ['in memory, for tests', async () => createMemoryJournal()],
];

describe.each(journals)('a sandbox journal %s', (_, create) => {
  let journal: SandboxJournal;
  let reference: string;
  let count = 0;
  beforeAll(async () => {
    journal = await create();
  });
  beforeEach(() => {
    count += 1;
    reference = `pur_${String(count).padStart(4, '0')}_1`;
  });
  const key = () => ({ accountId: 1, carrier: 'usps', reference });

  it('records nothing with a closed reference, and closing returns an earlier sale', async () => {
    expect(await journal.close(key())).toBeUndefined();
    expect(await journal.record(aSale({ reference }))).toBeUndefined();
    expect(await journal.find(key())).toBeUndefined();
    expect(await journal.list({ accountId: 0, after: '', limit: 1_000 })).toEqual([]);
    const sale = aSale({ reference: 'pur_sold_1' });
    await journal.record(sale);
    expect(await journal.close({ ...key(), reference: 'pur_sold_1' })).toEqual(sale);
    expect(await journal.find({ ...key(), reference: 'pur_sold_1' })).toEqual(sale);
  });

  it('stores the first sale with a reference, also of many at once', async () => {
    const attempts = Array.from({ length: 10 }, (_, n) =>
      journal.record(aSale({ reference, trackingNumber: `T${n}` })),
    );
    const kept = await Promise.all(attempts);
    expect(new Set(kept.map((sale) => sale?.trackingNumber)).size).toBe(1);
    expect(await journal.find(key())).toEqual(kept[0]);
  });

  it('returns a sale as it was stored', async () => {
    const sale = aSale({ reference });
    await journal.record(sale);
    expect(await journal.find(key())).toEqual(sale);
  });

  it('finds sales by account, carrier and reference together', async () => {
    await journal.record(aSale({ reference }));
    expect(await journal.find({ ...key(), accountId: 2 })).toBeUndefined();
    expect(await journal.find({ ...key(), carrier: 'ups' })).toBeUndefined();
    await journal.record(aSale({ reference, carrier: 'ups', trackingNumber: '1Z' }));
    expect((await journal.find(key()))?.trackingNumber).not.toBe('1Z');
  });

  it('voids once', async () => {
    await journal.record(aSale({ reference }));
    const at = new Date('2026-03-02T16:00:00Z');
    expect(await journal.beginVoid(key(), 'voided', at)).toMatchObject({
      status: 'voided',
      voidRequestedAt: at,
    });
    expect(await journal.beginVoid(key(), 'voided', at)).toBeUndefined();
    expect(await journal.settleVoid(key(), 'voided')).toBeUndefined();
  });

  it('returns a pending void to purchased when the carrier refuses', async () => {
    await journal.record(aSale({ reference }));
    await journal.beginVoid(key(), 'void_pending', new Date());
    expect(await journal.settleVoid(key(), 'purchased')).toMatchObject({ status: 'purchased' });
  });

  it('completes a pending void', async () => {
    await journal.record(aSale({ reference }));
    await journal.beginVoid(key(), 'void_pending', new Date());
    expect(await journal.settleVoid(key(), 'voided')).toMatchObject({ status: 'voided' });
  });

  it('accepts either the void or the scan', async () => {
    await journal.record(aSale({ reference }));
    const scan = { status: 'InTransit', at: new Date('2026-03-02T16:00:00Z') } as const;
    expect(await journal.force(key(), scan)).toMatchObject({ forced: [scan] });
    expect(await journal.beginVoid(key(), 'voided', scan.at)).toBeUndefined();

    const other = { ...key(), reference: `${reference}b` };
    await journal.record(aSale({ reference: other.reference }));
    await journal.beginVoid(other, 'voided', scan.at);
    expect(await journal.force(other, scan)).toBeUndefined();
  });

  it('lists by reference, page by page, for one account or for all', async () => {
    for (const [accountId, name] of [
      [71, 'pur_a'],
      [71, 'pur_b'],
      [71, 'pur_c'],
      [72, 'pur_bb'],
    ] as const) {
      await journal.record(aSale({ accountId, reference: name, charged: cents(700) }));
    }
    const names = async (accountId: number, after: string, limit: number) =>
      (await journal.list({ accountId, after, limit })).map((sale) => sale.reference);
    expect(await names(71, '', 2)).toEqual(['pur_a', 'pur_b']);
    expect(await names(71, 'pur_b', 2)).toEqual(['pur_c']);
    expect(await names(0, 'pur_a', 3)).toEqual(['pur_b', 'pur_bb', 'pur_c']);
  });

  it('never returns a serial number twice', async () => {
    const serials = await Promise.all(Array.from({ length: 120 }, () => journal.nextSerial('ups')));
    expect(new Set(serials).size).toBe(120);
  });

  it('books a pickup once and cancels it any number of times', async () => {
    const booking = {
      ...key(),
      confirmationNumber: 'USPSAAAA',
      date: '2026-03-03',
      location: 'Front desk',
      instructions: '',
      packageCount: 2,
      window: { start: '09:00', end: '17:00' },
      bookedAt: new Date('2026-03-02T15:00:00Z'),
    };
    await journal.recordPickup(booking);
    expect(await journal.recordPickup({ ...booking, packageCount: 9 })).toMatchObject({ packageCount: 2 });
    const cancel = { ...key(), confirmationNumber: 'USPSAAAA' };
    expect(await journal.addToPickup({ ...cancel, packageCount: 5 })).toBe(true);
    expect(await journal.addToPickup({ ...cancel, confirmationNumber: 'X', packageCount: 5 })).toBe(false);
    expect(await journal.cancelPickup(cancel, new Date())).toBe(true);
    expect(await journal.cancelPickup(cancel, new Date())).toBe(true);
    expect(await journal.cancelPickup({ ...cancel, confirmationNumber: 'X' }, new Date())).toBe(false);
    expect(await journal.cancelPickup({ ...cancel, accountId: 2 }, new Date())).toBe(false);
  });
});

describe('the queries of the journal', () => {
  it('each use an index', async () => {
    await createMongoSandboxJournal(
      database.db,
      createSequences(database.db, createIdKeeper('shipping', createMemoryIdKeeper())),
    );
    const sales = database.db.collection('carrier_journal');
    const one = { accountId: 1, reference: 'r', carrier: 'usps' };
    for (const [filter, sort] of [
      [one, {}],
      [{ ...one, status: 'purchased', forced: { $size: 0 } }, {}],
      [
        { accountId: 1, reference: { $gt: '' } },
        { reference: 1, carrier: 1 },
      ],
      [{ reference: { $gt: '' } }, { reference: 1, carrier: 1 }],
    ] as const) {
      const plan = JSON.stringify(await sales.find(filter).sort(sort).explain('queryPlanner'));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('"SORT"');
    }
  });
});
