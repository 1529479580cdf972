import { type Bench, TOKENS } from './bench';
import { GROWTH } from './cases';
import { makeFixture } from './fixture';
import { loadTable } from './load-table';
import { mcpEntrant } from './mcp-entrant';
import { measureInTurn } from './measure-in-turn';
import { withStack } from './servers';

const SMALL = 1_000;

/** Measures the same calls for two accounts in one stack. One account has many times as many orders as the other. */
export async function measureGrowth({ seconds, show }: Bench): Promise<void> {
  const grown = Number(process.env.BENCH_GROWN ?? 200_000);
  if (grown === 0) return;
  await withStack({}, async ({ pid, mcpUrl, at }) => {
    const fixtures = [await makeFixture(at, SMALL, TOKENS), await makeFixture(at, grown, TOKENS)];
    for (const test of GROWTH) {
      const entrants = fixtures.map((fixture) => {
        const server = `${fixture.orderIds.length.toLocaleString('en')} orders`;
        return mcpEntrant({ server, url: mcpUrl, roots: [pid], test, fixture });
      });
      const rows = await measureInTurn(await Promise.all(entrants), [16], seconds);
      show(loadTable(`${test.title}, as an account grows`, rows));
    }
  });
}
