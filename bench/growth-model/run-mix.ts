import { setTimeout as pause } from 'node:timers/promises';
import { untilQuiet } from '../until-quiet';
import { BATCH, KINDS, type Kind, type PerKind, perKind } from './kinds';
import type { Send, Shops } from './shops';
import { processorTimes, type Target } from './target';

export interface MixRun {
  /** Seconds from the first request until the work after the last request was done. */
  readonly seconds: number;
  readonly sent: PerKind;
  /** Processor time by process, in milliseconds. */
  readonly processor: Readonly<Record<string, number>>;
  /** Bytes of all answers. */
  readonly bytes: PerKind;
}

/**
 * How long to wait after the last request until its later work has begun. A webhook is sent a second after its label
 * was bought. Events and mails are sent sooner.
 */
const DEFERRED_MS = 2_500;
/**
 * A stack that uses at least this share of a core counts as busy. An idle stack with one process for each service uses
 * up to a tenth of a core while other programs run.
 */
const BUSY_SHARE = 0.2;

interface Ground {
  readonly target: Target;
  readonly shops: Shops;
  readonly random: () => number;
  /** Called when everything is prepared and nothing is running. */
  readonly onQuiet?: () => Promise<void>;
}

/**
 * Sends requests of every kind for some seconds. The requests of each kind begin at the random times of a Poisson
 * process, and no request waits for another request. Processor times are read after all work that the requests caused
 * is done.
 * @param rates how many calls of each kind begin in a second; each label of a batch counts as a call
 * @throws Error when a request is refused
 */
export async function runMix(
  { target, shops, random, onQuiet }: Ground,
  rates: Partial<PerKind>,
  seconds: number,
): Promise<MixRun> {
  const planned: { kind: Kind; dueMs: number; send: Send }[] = [];
  for (const kind of KINDS) {
    const perRequest = kind === 'batch_label' ? BATCH : 1;
    const times = arrivals((rates[kind] ?? 0) / perRequest, seconds, random);
    const sends = await shops.prepare(kind, times.length);
    sends.forEach((send, place) => {
      planned.push({ kind, send, dueMs: (times[place] as number) * 1_000 });
    });
  }
  planned.sort((a, b) => a.dueMs - b.dueMs);
  const roots = Object.values(target.pids);
  await pause(DEFERRED_MS);
  await untilQuiet(roots, BUSY_SHARE);
  await onQuiet?.();
  const before = processorTimes(target);
  const begun = performance.now();
  const sent = perKind(() => 0);
  const bytes = perKind(() => 0);
  const answers: Promise<void>[] = [];
  const start = async ({ kind, send }: (typeof planned)[number]) => {
    const answered = await send();
    bytes[kind] += answered;
    sent[kind] += kind === 'batch_label' ? BATCH : 1;
  };
  for (const one of planned) {
    const early = begun + one.dueMs - performance.now();
    if (early > 0) await pause(early);
    const answer = start(one);
    // The code that awaits all answers handles the failure. Until then, the failure must not end the process.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
  await pause(Math.max(0, begun + seconds * 1_000 - performance.now()));
  await pause(DEFERRED_MS);
  await untilQuiet(roots, BUSY_SHARE);
  const after = processorTimes(target);
  return {
    seconds: (performance.now() - begun) / 1_000,
    sent,
    processor: Object.fromEntries(
      Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]),
    ),
    bytes,
  };
}

/** Returns the times of a Poisson process, in seconds. */
function arrivals(perSecond: number, seconds: number, random: () => number): number[] {
  const times: number[] = [];
  const gap = () => -Math.log(1 - random()) / perSecond;
  if (perSecond > 0) for (let at = gap(); at < seconds; at += gap()) times.push(at);
  return times;
}
