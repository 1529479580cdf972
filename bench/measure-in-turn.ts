import type { Case } from './cases';
import type { Fixture } from './fixture';
import { encodeRequest, type Figures, measureLoad } from './load';
import type { Row } from './report';

/** One server and what it is asked. */
export interface Entrant {
  readonly server: string;
  readonly url: string;
  readonly test: Case;
  readonly fixture: Fixture;
}

const ROUNDS = 3;
const WARM_UP = { connections: 16, seconds: 2 };

/**
 * Measures every server in each of three rounds and keeps the median of each: a machine that is slower for a while is
 * so for all of them.
 * @param connections how many at once; a measurement for each
 */
export async function measureInTurn(
  entrants: readonly Entrant[],
  connections: readonly number[],
  seconds: number,
): Promise<Row[]> {
  const prepared = entrants.map((entrant) => ({ ...entrant, requests: requestsOf(entrant) }));
  for (const { url, requests, test, fixture } of prepared) {
    await requireAnswer(url, fixture.tokens[0] as string, test.body(fixture, 0));
    // The first load warms the compiler up and is thrown away.
    await measureLoad({ ...WARM_UP, url, requests });
  }
  const measured = prepared.map(() => connections.map(() => [] as Figures[]));
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [column, count] of connections.entries())
      for (const [line, { server, url, requests, test }] of prepared.entries()) {
        const figures = await measureLoad({ url, connections: count, seconds, requests });
        measured[line]?.[column]?.push(figures);
        console.error(`${server} · ${test.title} · ${count}: ${Math.round(figures.perSecond)}/s`);
      }
  return prepared.flatMap(({ server }, line) =>
    connections.map((count, column) => ({
      server,
      connections: count,
      figures: median(measured[line]?.[column] as Figures[]),
    })),
  );
}

function median(figures: readonly Figures[]): Figures {
  const inOrder = [...figures].sort((a, b) => a.perSecond - b.perSecond);
  return inOrder[Math.floor(inOrder.length / 2)] as Figures;
}

function requestsOf({ url, test, fixture }: Entrant): Buffer[] {
  return fixture.tokens.map((token, number) =>
    encodeRequest('POST', url, headersOf(token), test.body(fixture, number)),
  );
}

/** What an MCP client sends with each message. */
export const headersOf = (token: string) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${token}`,
});

/** Figures of refusals would be worth nothing: a tool that refuses still answers HTTP 200. */
async function requireAnswer(url: string, token: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: headersOf(token), body });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result?: { isError?: boolean } };
  if (!result || result.isError) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
}
