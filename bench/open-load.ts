import { connect } from 'node:net';
import { Caller, PATIENCE_MS } from './caller';
import { openConnections } from './load';
import { processorTime } from './processor-time';

interface OpenLoad {
  readonly url: string;
  /** Requests a second that arrive, answered or not. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly requests: readonly Buffer[];
  /** Whether a 200 says what was asked for. */
  readonly isRight: (answer: Buffer) => boolean;
  /** Processes whose processor time counts, with all that they started. */
  readonly roots: readonly number[];
}

/** What came of the callers, without the first quarter of the time. */
export interface Goodput {
  /** Answered rightly while its caller still waited, a second. */
  readonly perSecond: number;
  /** Answered 503, a second. */
  readonly refusedPerSecond: number;
  /** Callers who gave up, in all. */
  readonly hung: number;
  /** Milliseconds that those who were answered rightly waited since their request was due. */
  readonly p50: number;
  readonly p99: number;
  /** Seconds of a processor that the server had in a second. */
  readonly processors: number;
  /** By how many milliseconds one request in a hundred left late: where it is much, the load is what was too slow. */
  readonly late: number;
}

const TICK_MS = 5;
const OPENED_AT_ONCE = 256;

/**
 * More than any gateway works on at one time, so that a server that refuses nobody lets them wait; and no more, because
 * what is measured is not how fast connections are opened.
 */
const CONNECTIONS = 4_096;

/**
 * Load whose callers do not wait for each other: so many begin in every second, each on a connection that is free, and
 * give up when they have no whole answer in time. What a server does beyond what it can do shows only under such a load.
 */
export async function measureGoodput(load: OpenLoad): Promise<Goodput> {
  const { perSecond, seconds, requests, isRight, roots } = load;
  const free = await openCallers(load.url, CONNECTIONS);
  const all = new Set(free);
  const waits: number[] = [];
  const lates: number[] = [];
  let [refused, hung, begun] = [0, 0, 0];
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1_000;
  /** From when the server is as full as it gets until no more callers come. */
  const counts = () => elapsed() > seconds / 4 && elapsed() <= seconds;
  const call = (request: Buffer, dueAt: number) => {
    lates.push(performance.now() - dueAt);
    const caller = free.pop();
    if (!caller) {
      hung += 1;
      return;
    }
    caller.ask(request, (status, answer) => {
      if (status === undefined) {
        hung += 1;
        all.delete(caller);
        const { hostname, port } = new URL(load.url);
        const next = new Caller(connect({ host: hostname, port: Number(port), noDelay: true }));
        all.add(next);
        free.push(next);
        return;
      }
      if (status !== 503 && !isRight(answer))
        throw new Error(`An answer was ${status}: ${answer.toString('utf8', 0, 2_000)}`);
      if (counts()) {
        if (status === 503) refused += 1;
        else if (performance.now() - dueAt <= PATIENCE_MS) waits.push(performance.now() - dueAt);
      }
      free.push(caller);
    });
  };
  let processorBefore: number | undefined;
  while (elapsed() < seconds) {
    if (elapsed() > seconds / 4) processorBefore ??= processorTime(roots);
    for (const due = elapsed() * perSecond; begun < due; begun += 1)
      call(requests[begun % requests.length] as Buffer, startedAt + (begun / perSecond) * 1_000);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  const counted = (seconds * 3) / 4;
  const processors = (processorTime(roots) - (processorBefore ?? 0)) / 1_000 / counted;
  for (const caller of all) caller.end();
  return {
    perSecond: waits.length / counted,
    refusedPerSecond: refused / counted,
    hung,
    processors,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    late: quantile(lates, 0.99),
  };
}

/** Connected callers. */
async function openCallers(url: string, count: number): Promise<Caller[]> {
  const callers = [];
  for (let from = 0; from < count; from += OPENED_AT_ONCE)
    callers.push(...(await openConnections(url, OPENED_AT_ONCE)));
  return callers.map((socket) => new Caller(socket));
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
