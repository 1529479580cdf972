import { type Bench, TOKENS } from './bench';
import { CONSTANT_CALL, GET_ORDER, LIST_ORDERS } from './cases';
import { makeFixture } from './fixture';
import { formatRatios, loadTable } from './load-table';
import { mcpEntrant } from './mcp-entrant';
import { measureInTurn } from './measure-in-turn';
import { withPeer, withStack } from './servers';

const FORMS = [
  ['Parcelyard, one process', {}],
  ['Parcelyard, a process each service', { SPLIT: '1' }],
] as const;
const CONSTANT = 'SDK (a), a constant tool';
const SAME_WORK = 'SDK (b), same check and reads';
const CONNECTIONS = [16, 64];

/**
 * Measures calls to the product and to two servers of the official SDK. The product runs first as one process, then as
 * one process for each service, and both times the SDK's servers are measured in turn with the product. The two forms
 * of the product never run at the same time, because even an idle program uses some time of the two cores.
 */
export async function measureCalls({ orders, seconds, show, say }: Bench): Promise<void> {
  for (const [server, environment] of FORMS)
    await withStack(environment, async ({ pid, mcpUrl, at, mongoSocketUri }) => {
      const ours = { server, url: mcpUrl, roots: [pid], fixture: await makeFixture(at, orders, TOKENS) };
      const { fixture } = ours;
      const sameWorkSetting = { PEER_MODE: 'same-work', MONGODB_URI: mongoSocketUri };
      await withPeer(sameWorkSetting, (sameWorkUrl, sameWorkPid) =>
        withPeer({ PEER_MODE: 'constant' }, async (constantUrl, constantPid) => {
          // The SDK server with the same check and reads uses the database of our stack. So the processor time of the
          // stack's processes counts as its time, too. The stack gets no calls while this server is measured.
          const sameWork = { server: SAME_WORK, url: sameWorkUrl, roots: [sameWorkPid, pid], fixture };
          const constant = { server: CONSTANT, url: constantUrl, roots: [constantPid], fixture };
          for (const test of [LIST_ORDERS, GET_ORDER]) {
            const entrants = await Promise.all([
              mcpEntrant({ ...ours, test }),
              mcpEntrant({ ...constant, test: CONSTANT_CALL }),
              mcpEntrant({ ...sameWork, test }),
            ]);
            const rows = await measureInTurn(entrants, CONNECTIONS, seconds);
            show(loadTable(`${test.title}, ${server.replace('Parcelyard, ', '')}`, rows));
            for (const peer of [CONSTANT, SAME_WORK]) say(formatRatios(rows, server, peer));
          }
        }),
      );
    });
}
