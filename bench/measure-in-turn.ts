import { type Figures, measureLoad } from './load';
import type { Row } from './load-table';
import { medians } from './medians';

export interface Entrant {
  readonly server: string;
  readonly title: string;
  readonly url: string;
  /** The processes of the server. */
  readonly roots: readonly number[];
  /**
   * Returns complete requests as bytes. `load` is a number that is different in each load, for requests that may not be
   * sent twice. `count` is the maximum number of requests.
   */
  requests(load: number, count?: number): readonly Buffer[];
}

const ROUNDS = 3;
/** Long enough for the compiler to compile the code under load, on a machine with two cores. */
const WARM_UP = { connections: 64, seconds: 12 };

/**
 * Measures all servers one after another, in three rounds, and returns the medians. So a slow phase of the machine
 * affects all servers.
 * @param connections the numbers of connections to measure with, one measurement for each number
 */
export async function measureInTurn(
  entrants: readonly Entrant[],
  connections: readonly number[],
  seconds: number,
): Promise<Row[]> {
  let loads = 0;
  const measure = ({ url, roots, requests }: Entrant, load: { connections: number; seconds: number }) =>
    measureLoad({ ...load, url, roots, requests: requests(++loads) });
  for (const entrant of entrants) await measure(entrant, WARM_UP);
  const measured = entrants.map(() => connections.map(() => [] as Figures[]));
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [column, count] of connections.entries())
      for (const [line, entrant] of entrants.entries()) {
        const figures = await measure(entrant, { connections: count, seconds });
        measured[line]?.[column]?.push(figures);
        console.error(`${entrant.server} · ${entrant.title} · ${count}: ${Math.round(figures.perSecond)}/s`);
      }
  return entrants.flatMap(({ server }, line) =>
    connections.map((count, column) => ({
      server,
      connections: count,
      figures: medians(measured[line]?.[column] as Figures[]),
    })),
  );
}
