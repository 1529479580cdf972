import { type Bench, TOKENS } from './bench';
import { GET_ORDER, LIST_ORDERS } from './cases';
import { makeFixture } from './fixture';
import { formatRatios, loadTable } from './load-table';
import { mcpEntrant } from './mcp-entrant';
import { measureInTurn } from './measure-in-turn';
import { REST_CASES, restEntrant } from './rest-entrant';
import { withStacks } from './servers';

/**
 * Orders of the account before the load. The calls over REST create more orders, which makes the account's lists
 * longer.
 */
const ORDERS = 1_000;

/**
 * Compares calls over MCP and REST between the base build and this build, in turns, with one process for each build.
 */
export async function measureBuilds({ builds, seconds, show, say }: Bench): Promise<void> {
  await withStacks(builds, {}, async (stacks) => {
    const asked = await Promise.all(
      stacks.map(async ({ pid, mcpUrl, at }, place) => ({
        server: builds[place]?.name as string,
        url: mcpUrl,
        roots: [pid],
        fixture: await makeFixture(at, ORDERS, TOKENS),
      })),
    );
    const tests = [
      ...[LIST_ORDERS, GET_ORDER].map((test) => ({
        title: test.title,
        entrants: () => asked.map((one) => mcpEntrant({ ...one, test })),
      })),
      ...REST_CASES.map((test) => ({
        title: test.title,
        entrants: () => asked.map((one) => restEntrant(one, test)),
      })),
    ];
    for (const { title, entrants } of tests) {
      const rows = await measureInTurn(await Promise.all(entrants()), [16], seconds);
      show(loadTable(`${title}, build by build`, rows));
      if (builds.length > 1) say(formatRatios(rows, 'now', 'base'));
    }
  });
}
