import { connect } from 'node:net';
import { Caller, PATIENCE_MS } from './caller';
import { encodeRequest, openConnections } from './load';
import { processorTime } from './processor-time';
import { quantile } from './quantile';

interface OpenLoad {
  readonly url: string;
  /** How many requests begin in a second, whether or not earlier requests were answered. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly requests: readonly Buffer[];
  readonly isRight: (answer: Buffer) => boolean;
  /** Processes whose processor time counts, together with all processes that they started. */
  readonly roots: readonly number[];
}

/** What the callers got. All values leave out the first quarter of the load's time, except `hung` and `late`. */
export interface Goodput {
  /** How many correct answers came in a second, before their caller stopped waiting. */
  readonly perSecond: number;
  /** Answers with 503 in a second. */
  readonly refusedPerSecond: number;
  /**
   * How many requests got no answer in time, lost their connection or found no free connection, since the start of the
   * load.
   */
  readonly hung: number;
  /** Milliseconds from the planned start of a request to its correct answer. */
  readonly p50: number;
  readonly p99: number;
  /** Seconds of processor time that the server used in a second. */
  readonly processors: number;
  /**
   * How late requests were sent, in milliseconds: 99 of 100 requests were less late. A large number means that the load
   * generator was too slow.
   */
  readonly late: number;
}

const TICK_MS = 5;
const OPENED_AT_ONCE = 256;

/**
 * More connections than the number of requests that a gateway handles at the same time. If the server refuses no
 * requests, the requests beyond that number wait in the server.
 */
const CONNECTIONS = 4_096;

/**
 * Measures a load whose callers do not wait for each other. A fixed number of requests begins every second, each on a
 * free connection. A caller stops waiting when there is no complete answer in time. Only such a load shows how a server
 * behaves beyond its capacity.
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
  /**
   * True during the time that counts. This time begins after a quarter of the load, when the server is full, and ends
   * when the last request is sent.
   */
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

/**
 * Opens the callers' connections. Each caller sends one request before the measurement, because the first request of a
 * connection also includes work to open the connection.
 */
async function openCallers(url: string, count: number): Promise<Caller[]> {
  const first = encodeRequest('GET', new URL('/robots.txt', url).href, {}, '');
  const callers: Caller[] = [];
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const opened = (await openConnections(url, OPENED_AT_ONCE)).map((socket) => new Caller(socket));
    await Promise.all(opened.map((caller) => new Promise<void>((done) => caller.ask(first, () => done()))));
    callers.push(...opened);
  }
  return callers;
}
