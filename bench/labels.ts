import { type Bench, TOKENS } from './bench';
import { type Fixture, makeFixture } from './fixture';
import { encodeRequest, measureLoad } from './load';
import { medians } from './medians';
import { type Sales, sellBatch, sellLabels } from './purchases';
import { type Cell, cell } from './report';
import { type Stack, withPeer, withStacks } from './servers';

const AT_ONCE = 16;
const ROUNDS = 3;
/** How many labels are confirmed in a round. */
const LABELS = Number(process.env.BENCH_LABELS ?? 240);
const BATCH = Number(process.env.BENCH_BATCH ?? 500);
const BARE = 'bare program, 12 majority writes each';

/**
 * Measures how fast labels are bought, for each build in turn. Purchases run 16 at a time, of one merchant and of 16
 * merchants. They are compared with a bare program that does twelve majority writes one after another for each
 * purchase. A batch is measured from its confirmation to its last label.
 */
export async function measureLabels(bench: Bench): Promise<void> {
  await withStacks(bench.builds, {}, async (stacks) => {
    const shops = await Promise.all(stacks.map(openShops));
    const contests = stacks.flatMap((stack, place) => {
      const { one, many } = shops[place] as Shops;
      const name = bench.builds[place]?.name;
      return [
        { name: `${name}, one merchant`, sell: () => sellLabels(stack, [one], LABELS, AT_ONCE) },
        { name: `${name}, ${AT_ONCE} merchants`, sell: () => sellLabels(stack, many, LABELS, AT_ONCE) },
      ];
    });
    const now = stacks.at(-1) as Stack;
    const bare = { PEER_MODE: 'writes', MONGODB_URI: now.mongoSocketUri };
    const sales = await withPeer(bare, (url, pid) =>
      inTurn([...contests, { name: BARE, sell: () => measureBare(url, [pid, now.pid], bench.seconds) }]),
    );
    const floor = sales.get(BARE) as Sales;
    bench.show({
      title: `Purchases, ${AT_ONCE} at a time`,
      columns: ['a second', 'processor time of one', 'against the bare program', 'of each round'],
      rows: [...sales].map(([name, one]) => ({ name, cells: cellsOf(one, floor) })),
    });

    const batches = await inTurn(
      stacks.map((stack, place) => ({
        name: bench.builds[place]?.name as string,
        sell: () => sellBatch(stack, (shops[place] as Shops).one, BATCH),
      })),
    );
    bench.show({
      title: `A batch of ${BATCH}, from the confirm to the last label`,
      columns: ['time', 'processor time a label'],
      rows: [...batches].map(([name, { perSecond, cpuMs }]) => ({
        name,
        cells: [cell(BATCH / perSecond, 's'), cell(cpuMs, 'ms')],
      })),
    });
  });
}

interface Shops {
  one: Fixture;
  many: Fixture[];
}

async function openShops({ at }: Stack): Promise<Shops> {
  const many: Fixture[] = [];
  const each = Math.ceil(LABELS / AT_ONCE) * (ROUNDS + 1);
  while (many.length < AT_ONCE) many.push(await makeFixture(at, each, TOKENS / AT_ONCE));
  return { many, one: await makeFixture(at, (LABELS + BATCH) * (ROUNDS + 1), TOKENS) };
}

interface Contestant {
  name: string;
  sell(): Promise<Sales>;
}

/** Returns the median of each contestant's rounds. The contestants take turns, after one round that warms them up. */
async function inTurn(contestants: readonly Contestant[]): Promise<Map<string, Sales>> {
  const rounds = new Map(contestants.map(({ name }) => [name, [] as Sales[]]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { name, sell } of contestants) {
      const sales = await sell();
      console.error(`${name}: ${sales.perSecond.toFixed(1)}/s, ${sales.cpuMs.toFixed(1)} ms`);
      if (round > 0) rounds.get(name)?.push(sales);
    }
  return new Map([...rounds].map(([name, sales]) => [name, medians(sales)]));
}

async function measureBare(url: string, roots: readonly number[], seconds: number): Promise<Sales> {
  const requests = [encodeRequest('POST', url, {}, '')];
  const { perSecond, cpuMs } = await measureLoad({ url, roots, seconds, connections: AT_ONCE, requests });
  return { perSecond, cpuMs, refused: 0 };
}

const cellsOf = ({ perSecond, cpuMs, refused }: Sales, floor: Sales): Cell[] => [
  cell(perSecond, '/s'),
  cell(cpuMs, 'ms'),
  cell(perSecond / floor.perSecond, '×', 2),
  cell(refused, 'refused', 0),
];
