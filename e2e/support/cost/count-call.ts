import { randomBytes } from 'node:crypto';
import { eventually } from '@parcelyard/testing/eventually';
import type { SeenCommand } from '@parcelyard/testing/wire/start-command-counter';
import type { CollectedSpan } from '../start-collector';
import { countBy, type IdleWork, keyOf } from './idle-work';
import type { CountedStack } from './start-counted-stack';

/** The average cost of one call. Queries for due work that found no work are not included. */
export interface Cost {
  readonly reads: number;
  readonly writes: number;
  /** How often a command is sent, by `database.collection command`. */
  readonly commands: ReadonlyMap<string, number>;
  /**
   * How many queries for due work found nothing. This number is only for information: it depends on how long the count
   * waits for the work to end.
   */
  readonly idleQueries: number;
  /**
   * The longest chain of commands before the answer (the median of all calls). In a chain, each command begins after
   * the previous command was answered.
   */
  readonly inARow: number;
  /** RPCs before the answer (the median of all calls). */
  readonly rpcs: number;
  /** The names of the RPCs of the last call, including those after the answer. */
  readonly rpcNames: readonly string[];
}

/** Sends one request. Its `traceparent` distinguishes its RPCs from others. */
export type Send = (traceparent: string) => Promise<unknown>;

export interface CallOptions {
  /**
   * How many calls one request counts as, such as ten for a batch of ten labels. The cost is divided by this number.
   */
  readonly units?: number;
  /**
   * Returns true when the work after the answer has ended. This function is needed for work that may pause, because a
   * pause would look like the end of the work. Calls that this function makes are not counted.
   */
  isDone?(): Promise<boolean>;
}

/** A call is settled when it has caused nothing for this long. */
const QUIET_MS = 400;
/** The wait after the last call, for work that is intentionally done later. */
const LAST_QUIET_MS = 2_500;

/** Sends requests one at a time, each when the previous request has settled, and counts what they cause. */
export async function countCalls(
  { commands: { seen }, collector }: CountedStack,
  idle: IdleWork,
  sends: readonly Send[],
  { units = 1, isDone = async () => true }: CallOptions = {},
): Promise<Cost> {
  const settle = (quietMs: number) => settled(seen, idle, quietMs);
  await settle(LAST_QUIET_MS);
  const counted: SeenCommand[] = [];
  const count = async (work: () => Promise<unknown>) => {
    const from = seen.length;
    await work();
    counted.push(...seen.slice(from).filter(({ kind }) => kind !== 'other'));
  };
  const chains: number[] = [];
  const traces: string[] = [];
  for (const [place, send] of sends.entries()) {
    const traceId = randomBytes(16).toString('hex');
    traces.push(traceId);
    const isLast = place === sends.length - 1;
    await count(async () => {
      const from = seen.length;
      await send(`00-${traceId}-${randomBytes(8).toString('hex')}-01`);
      chains.push(longestChain(seen.slice(from).filter((one) => isOfCall(one, idle))));
      await settle(isLast ? LAST_QUIET_MS : QUIET_MS);
    });
    while (!(await isDone())) await count(() => settle(LAST_QUIET_MS));
  }
  const spans = await spansOf(collector.spans, traces);
  const rpcs = traces.map((trace) => rpcsBeforeAnswer(spans.filter(({ traceId }) => traceId === trace)));
  const calls = sends.length * units;
  const own = counted.filter((one) => !idle.isIdleQuery(one));
  const sumOf = (kind: string) => own.filter((one) => one.kind === kind).length / calls;
  const each = [...countBy(own, keyOf)].map(([key, total]) => [key, total / calls] as const);
  return {
    reads: sumOf('read'),
    writes: sumOf('write'),
    idleQueries: (counted.length - own.length) / calls,
    commands: new Map(each.toSorted(([, a], [, b]) => b - a)),
    inARow: median(chains),
    rpcs: median(rpcs),
    rpcNames: spans.filter(isRpc).flatMap(({ traceId, name }) => (traceId === traces.at(-1) ? [name] : [])),
  };
}

const isOfCall = (command: SeenCommand, idle: IdleWork): boolean =>
  command.kind !== 'other' && !idle.isIdleQuery(command);

/**
 * Waits until all commands of calls are answered and no new command of a call came for `quietMs`. Idle queries are
 * ignored.
 */
async function settled(seen: readonly SeenCommand[], idle: IdleWork, quietMs: number): Promise<void> {
  const askedAt = performance.now();
  await eventually(
    () => {
      const last = seen.findLast((one) => isOfCall(one, idle));
      const busyUntil = Math.max(askedAt, last?.endedAt ?? last?.begunAt ?? 0);
      const open = seen.slice(-200).some((one) => isOfCall(one, idle) && !one.silent && !one.endedAt);
      if (open || performance.now() - busyUntil < quietMs)
        throw new Error('The work of the stack has not ended.');
    },
    120_000,
    20,
  );
}

/**
 * Returns the length of the longest chain of these commands. In a chain, no two commands can have run at the same time.
 */
export function longestChain(commands: readonly Pick<SeenCommand, 'begunAt' | 'endedAt'>[]): number {
  const ended = commands.filter(({ endedAt }) => endedAt !== undefined);
  const inOrder = ended.toSorted((a, b) => (a.endedAt as number) - (b.endedAt as number));
  let length = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { begunAt, endedAt } of inOrder) {
    if (begunAt < until) continue;
    length += 1;
    until = endedAt as number;
  }
  return length;
}

/**
 * Waits for the spans of these traces and returns them. Programs export spans every second, and the wait after the last
 * call is longer than a second. So no span is missing.
 */
async function spansOf(
  spans: readonly CollectedSpan[],
  traces: readonly string[],
): Promise<readonly CollectedSpan[]> {
  await eventually(() => {
    const edges = new Set(spans.filter(isEdge).map(({ traceId }) => traceId));
    const missing = traces.filter((trace) => !edges.has(trace));
    if (missing.length > 0)
      throw new Error(`The collector does not have the spans of ${missing.join(', ')}.`);
  });
  const wanted = new Set(traces);
  return spans.filter(({ traceId }) => wanted.has(traceId));
}

const isEdge = ({ name }: CollectedSpan) => name.startsWith('HTTP ');
const isRpc = ({ name }: CollectedSpan) => /^\w+\.\w+$/.test(name);

function rpcsBeforeAnswer(trace: readonly CollectedSpan[]): number {
  const answeredAt = trace.find(isEdge)?.endedAt ?? 0n;
  return trace.filter((span) => isRpc(span) && span.begunAt <= answeredAt).length;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
