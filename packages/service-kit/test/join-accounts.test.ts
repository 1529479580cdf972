import { eventually } from '@parcelyard/testing/eventually';
import { joinAccounts } from '../src/join-accounts';

interface Item {
  readonly account: number;
  readonly n: number;
}

interface Sent {
  readonly items: readonly Item[];
  answer(): void;
  fail(error: Error): void;
}

const AWAY = 1;
const WELL = 2;

/**
 * Creates a database with two shards. The shard of account 1 never answers; the other shard answers at once, or when a
 * test releases it.
 */
function aDatabase({ repeats = true, wellAnswersAtOnce = true, slowMs = 20, separateMs = 60_000 } = {}) {
  const sent: Sent[] = [];
  const ask = joinAccounts<Item, string>({
    send: (items) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(items.map(({ account, n }) => `${account} ${n}`));
        sent.push({ items, answer, fail: reject });
        if (wellAnswersAtOnce && items.every(({ account }) => account !== AWAY)) answer();
      }),
    accountOf: ({ account }) => account,
    maxBatch: 10,
    repeats,
    slowMs,
    separateMs,
  });
  const accounts = () => sent.map(({ items }) => items.map(({ account }) => account));
  return { sent, ask, accounts };
}

describe('while the shard of one account does not answer', () => {
  it('reads of other accounts in the same command are answered', async () => {
    const { ask, accounts } = aDatabase();
    void ask({ account: AWAY, n: 1 });
    expect(await ask({ account: WELL, n: 2 })).toBe('2 2');
    expect(accounts()[0]).toEqual([AWAY, WELL]);
  });

  it('later requests of other accounts are answered, in separate commands', async () => {
    const { ask, accounts } = aDatabase({ repeats: false });
    void ask({ account: AWAY, n: 1 });
    await eventually(() => expect(accounts()).toEqual([[AWAY]]));
    expect(await ask({ account: WELL, n: 2 })).toBe('2 2');
    const both = [ask({ account: AWAY, n: 3 }), ask({ account: WELL, n: 4 })];
    expect(await both[1]).toBe('2 4');
    expect(accounts()).toEqual([[AWAY], [WELL], [AWAY], [WELL]]);
  });

  it('that account has one command at a time, and its requests meanwhile share the next one', async () => {
    const { sent, ask, accounts } = aDatabase();
    void ask({ account: AWAY, n: 1 });
    await eventually(() => expect(accounts()).toEqual([[AWAY]]));
    await ask({ account: WELL, n: 2 });
    const second = ask({ account: AWAY, n: 3 });
    await ask({ account: WELL, n: 4 });
    const later = [5, 6].map((n) => ask({ account: AWAY, n }));
    await ask({ account: WELL, n: 7 });
    expect(accounts()).toEqual([[AWAY], [WELL], [AWAY], [WELL], [WELL]]);
    sent[2]?.answer();
    expect(await second).toBe('1 3');
    await eventually(() => expect(accounts().at(-1)).toEqual([AWAY, AWAY]));
    sent.at(-1)?.answer();
    expect(await Promise.all(later)).toEqual(['1 5', '1 6']);
  });

  it('a write is sent once and keeps its own outcome', async () => {
    const { sent, ask, accounts } = aDatabase({ repeats: false });
    const outcomes = Promise.all([ask({ account: AWAY, n: 1 }), ask({ account: WELL, n: 2 })]);
    await eventually(() => expect(sent).toHaveLength(1));
    expect(await ask({ account: 3, n: 3 })).toBe('3 3');
    expect(accounts()).toEqual([[AWAY, WELL], [3]]);
    sent[0]?.answer();
    expect(await outcomes).toEqual(['1 1', '2 2']);
  });
});

describe('a failed command of several accounts', () => {
  it('is repeated for each account when it is a read', async () => {
    const { sent, ask, accounts } = aDatabase();
    const away = ask({ account: AWAY, n: 1 });
    const well = ask({ account: WELL, n: 2 });
    await eventually(() => expect(sent).toHaveLength(1));
    sent[0]?.fail(new Error('no primary'));
    expect(await well).toBe('2 2');
    expect(accounts()).toEqual([[AWAY, WELL], [AWAY], [WELL]]);
    sent[1]?.fail(new Error('still none'));
    await expect(away).rejects.toThrow('still none');
  });

  it('fails its writes with an unknown outcome, and later writes are sent separately for each account', async () => {
    const { sent, ask, accounts } = aDatabase({ repeats: false });
    const both = Promise.allSettled([ask({ account: AWAY, n: 1 }), ask({ account: WELL, n: 2 })]);
    await eventually(() => expect(sent).toHaveLength(1));
    sent[0]?.fail(new Error('no primary'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    void ask({ account: AWAY, n: 3 });
    expect(await ask({ account: WELL, n: 4 })).toBe('2 4');
    expect(accounts().slice(1)).toEqual([[AWAY], [WELL]]);
  });
});

it('accounts share commands again some time after the last slow command', async () => {
  const { sent, ask, accounts } = aDatabase({ separateMs: 1 });
  const away = ask({ account: AWAY, n: 1 });
  await eventually(() => expect(sent).toHaveLength(1));
  await ask({ account: WELL, n: 2 });
  sent[0]?.answer();
  await away;
  await eventually(async () => {
    await Promise.all([ask({ account: WELL, n: 3 }), ask({ account: 3, n: 4 })]);
    expect(accounts().at(-1)).toEqual([WELL, 3]);
  });
});

it('requests of several accounts at one time share commands, one at a time, when all shards answer', async () => {
  const { sent, ask, accounts } = aDatabase({ wellAnswersAtOnce: false, slowMs: 60_000 });
  const first = ask({ account: 2, n: 1 });
  await eventually(() => expect(sent).toHaveLength(1));
  const later = [3, 4, 3].map((account, n) => ask({ account, n }));
  sent[0]?.answer();
  await first;
  await eventually(() => expect(sent).toHaveLength(2));
  sent[1]?.answer();
  expect(await Promise.all(later)).toEqual(['3 0', '4 1', '3 2']);
  expect(accounts()).toEqual([[2], [3, 4, 3]]);
});
