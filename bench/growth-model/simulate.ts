import { quantile } from '../quantile';

/** A place with waiting calls. Each of its servers handles one call after another. */
export interface Station {
  readonly servers: number;
  /**
   * Whether all servers share one waiting line, or each server has its own line. If each server has its own, a call
   * chooses a line at random.
   */
  readonly line: 'one' | 'each';
}

/** A kind of call: its stations, and the average time at each of them. */
export interface Traffic {
  readonly perSecond: number;
  readonly visits: readonly { readonly station: string; readonly ms: number }[];
}

interface Simulation {
  readonly stations: Readonly<Record<string, Station>>;
  readonly traffic: Readonly<Record<string, Traffic>>;
  /** The number of calls of all kinds. The first tenth is not counted, because the waiting lines are still forming. */
  readonly calls: number;
  readonly random: () => number;
  /** Whether every visit takes its average time, or a time from an exponential distribution. */
  readonly times: 'fixed' | 'exponential';
}

/** The arrival of a call at its next station: the time, and the number of the visit. */
interface Step {
  atMs: number;
  readonly kind: string;
  readonly begunMs: number;
  visit: number;
}

/** Milliseconds from the start of a call to its end, by kind. */
export interface Waits {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Simulates calls that begin at random times (as a Poisson process) and visit their stations one after another. Each
 * station serves calls in order of arrival. Returns how long the calls took.
 */
export function simulate({ stations, traffic, calls, random, times }: Simulation): Record<string, Waits> {
  const freeAt = Object.fromEntries(
    Object.entries(stations).map(([name, { servers }]) => [name, Array.from({ length: servers }, () => 0)]),
  );
  const total = Object.values(traffic).reduce((sum, { perSecond }) => sum + perSecond, 0);
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  const waits: Record<string, number[]> = Object.fromEntries(Object.keys(traffic).map((kind) => [kind, []]));
  const heap: Step[] = [];
  let nextMs = 0;
  let begun = 0;
  const begin = () => {
    nextMs += exponential(1_000 / total);
    begun += 1;
    push(heap, { atMs: nextMs, kind: draw(traffic, random() * total), begunMs: nextMs, visit: 0 });
  };
  const countedFromMs = ((calls / 10) * 1_000) / total;
  begin();
  for (let step = pop(heap); step; step = pop(heap)) {
    if (step.visit === 0 && begun < calls) begin();
    const visit = traffic[step.kind]?.visits[step.visit];
    if (!visit) {
      if (step.begunMs > countedFromMs) waits[step.kind]?.push(step.atMs - step.begunMs);
      continue;
    }
    const servers = freeAt[visit.station] as number[];
    const { line } = stations[visit.station] as Station;
    const server =
      line === 'each' ? Math.floor(random() * servers.length) : servers.indexOf(Math.min(...servers));
    const ms = times === 'fixed' ? visit.ms : exponential(visit.ms);
    step.atMs = Math.max(step.atMs, servers[server] as number) + ms;
    servers[server] = step.atMs;
    step.visit += 1;
    push(heap, step);
  }
  return Object.fromEntries(
    Object.entries(waits).map(([kind, list]) => {
      const mean = list.reduce((sum, wait) => sum + wait, 0) / list.length;
      return [kind, { mean, p50: quantile(list, 0.5), p99: quantile(list, 0.99) }];
    }),
  );
}

function draw(traffic: Readonly<Record<string, Traffic>>, at: number): string {
  let left = at;
  for (const [kind, { perSecond }] of Object.entries(traffic)) {
    left -= perSecond;
    if (left < 0) return kind;
  }
  return Object.keys(traffic)[0] as string;
}

function push(heap: Step[], step: Step): void {
  let place = heap.push(step) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if ((heap[parent] as Step).atMs <= step.atMs) break;
    heap[place] = heap[parent] as Step;
    place = parent;
  }
  heap[place] = step;
}

function pop(heap: Step[]): Step | undefined {
  const first = heap[0];
  const last = heap.pop() as Step;
  if (!first || heap.length === 0) return first;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] as Step).atMs < (heap[child] as Step).atMs) child += 1;
    if ((heap[child] as Step).atMs >= last.atMs) break;
    heap[place] = heap[child] as Step;
    place = child;
  }
  heap[place] = last;
  return first;
}
