import { cents } from '@parcelyard/money/cents';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import { partial } from '@parcelyard/testing/partial';
import { createLedgerStore, type LedgerStore } from '../src/adapters/mongo/ledger-store';
import type { Transfer, TransferDraft } from '../src/domain/ledger';
import { creditTransfer } from '../src/domain/transfers';
import type { AppendPorts } from '../src/ports';
import { AccountAppendQueue } from '../src/use-cases/account-append-queue';
import { auditLedger } from './support/audit-ledger';
import { type BillingUnderTest, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

/** Creates the append queue of another process. The test records what this queue inserts. */
function aProcess(changes: Partial<LedgerStore> = {}) {
  const { db } = t.database;
  const ledger = { ...createLedgerStore(db), ...changes };
  const inserts: number[] = [];
  let positions = 0;
  const counted: LedgerStore = {
    ...ledger,
    insertAll: (transfers) => {
      inserts.push(transfers.length);
      return ledger.insertAll(transfers);
    },
    position: (account) => {
      positions += 1;
      return ledger.position(account);
    },
  };
  const ports = partial<AppendPorts>({ ledger: counted, clock: t.clock, backoff: async () => undefined });
  const appendQueue = new AccountAppendQueue(ports);
  const credit = (account: AccountId, name: string) =>
    appendQueue.append(account, () => () => creditTransfer(account, name, cents(100)));
  return { appendQueue, credit, inserts, positionsRead: () => positions };
}

let accounts = 700_000;
const anAccount = () => accountId(++accounts);
const names = Array.from({ length: 8 }, (_, n) => `gift_${n}`);

describe('transfers of one account in the append queue of one process', () => {
  test('are inserted with one command, each with its own sequence number', async () => {
    const account = anAccount();
    const one = aProcess();
    const appended = await Promise.all(names.map((name) => one.credit(account, name)));
    expect(appended.map((transfer) => transfer?.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(one.inserts).toEqual([1, 7]);
    expect(one.positionsRead()).toBe(1);
    expect(await auditLedger(t.billing, account)).toHaveLength(8);
  });

  test('are all appended when one of them is already in the ledger', async () => {
    const account = anAccount();
    const earlier = await aProcess().credit(account, 'gift_3');
    const one = aProcess();
    const appended = await Promise.all(names.map((name) => one.credit(account, name)));
    expect(appended[3]?.seq).toBe(earlier?.seq);
    expect(await auditLedger(t.billing, account)).toHaveLength(8);
  });

  test('are compared with the balance in the ledger, and not with credits that wait before them', async () => {
    const account = anAccount();
    const one = aProcess();
    const takes: TransferDraft = {
      ...creditTransfer(account, 'back', cents(100)),
      lines: [
        { ledger: 'available', cents: cents(-150) },
        { ledger: 'operator', cents: cents(150) },
      ],
    };
    const short = one.appendQueue.append(
      account,
      () => (position) => (position.available < 150 ? undefined : takes),
    );
    const appended = await Promise.all([
      ...names.slice(0, 2).map((name) => one.credit(account, name)),
      short,
    ]);
    expect(appended[2]).toBeUndefined();
    expect(await one.appendQueue.append(account, () => () => takes)).toMatchObject({ seq: 3 });
    await auditLedger(t.billing, account);
  });

  test('fail separately: an error while one is prepared does not stop the others', async () => {
    const account = anAccount();
    const one = aProcess();
    const outcomes = await Promise.allSettled([
      one.credit(account, 'a'),
      one.appendQueue.append(account, () => Promise.reject(new Error('no answer'))),
      one.credit(account, 'b'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a process that wrote the last transfer of a ledger', () => {
  test('appends the next transfer without a read, for a minute', async () => {
    const account = anAccount();
    const one = aProcess();
    for (const name of names) await one.credit(account, name);
    expect([one.positionsRead(), one.inserts.length]).toEqual([1, 8]);
    t.clock.advance(61_000);
    await one.credit(account, 'later');
    expect(one.positionsRead()).toBe(2);
  });

  test('fails once when another process wrote meanwhile, and then reads the last position before each append', async () => {
    const account = anAccount();
    const [one, other] = [aProcess(), aProcess()];
    for (const name of names) {
      await one.credit(account, name);
      await other.credit(account, `${name}_other`);
    }
    // Each process inserted eight transfers. One more insert of each process was refused.
    expect([one.inserts.length, other.inserts.length]).toEqual([9, 9]);
    expect(await auditLedger(t.billing, account)).toHaveLength(16);
  });

  test('reads the ledger again after a lost answer', async () => {
    const account = anAccount();
    const { insertAll } = createLedgerStore(t.database.db);
    let isLost = false;
    const one = aProcess({
      insertAll: async (transfers: readonly Transfer[]) => {
        const answer = await insertAll(transfers);
        if (isLost) throw new Error('the connection was lost');
        return answer;
      },
    });
    await one.credit(account, 'a');
    isLost = true;
    await expect(one.credit(account, 'b')).rejects.toThrow('lost');
    isLost = false;
    expect(await one.credit(account, 'b')).toMatchObject({ seq: 2 });
    expect(await one.credit(account, 'c')).toMatchObject({ seq: 3 });
  });
});
