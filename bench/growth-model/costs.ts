import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { PerKind } from './kinds';

/** Values by the name of a process or service. */
export type ByName = Readonly<Record<string, number>>;

/** The commands, RPCs, events and bytes that one call of a kind causes, including those after its answer. */
export interface Counts {
  /** Database commands, by the service that owns the database. */
  readonly reads: ByName;
  readonly writes: ByName;
  /** How many RPCs each service serves, and how many events it consumes. */
  readonly visits: ByName;
  /**
   * The number of published events, and their bytes on the wire. An event counts once, however many consumers get it.
   */
  readonly events: number;
  readonly eventBytes: number;
  /** How many events are delivered to a consumer. */
  readonly deliveries: number;
  /** Bytes of documents by `database.collection`. */
  readonly stored: ByName;
  readonly answerBytes: number;
}

/** Computed and measured values at one load on this machine. */
export interface Check {
  readonly merchants: number;
  readonly callsPerSecond: number;
  /** How many milliseconds of processor time each process needs in a second. */
  readonly computed: ByName;
  readonly measured: ByName;
}

/** When, where and on which commit something was measured. */
export interface Stamp {
  readonly at: string;
  readonly machine: string;
  readonly commit: string;
  readonly loadAverage: number;
}

/** All measured values: `costs.json`. */
export interface Costs {
  readonly counted: Stamp & { readonly calls: PerKind<Counts> };
  readonly timed: Stamp & {
    /** Milliseconds of processor time that a process uses in each second under load, besides the time for the calls. */
    readonly base: ByName;
    /** Milliseconds of processor time for one call. */
    readonly calls: PerKind<ByName>;
    /** Megabytes of resident memory after the load. */
    readonly memory: ByName;
  };
  readonly checked?: Stamp & { readonly loads: readonly Check[] };
}

export const sum = (figures: ByName): number => Object.values(figures).reduce((all, one) => all + one, 0);

export const COSTS_FILE = 'bench/growth-model/costs.json';

export const readCosts = (): Costs => JSON.parse(readFileSync(COSTS_FILE, 'utf8')) as Costs;

export const stamp = (machine: string, commit: string): Stamp => ({
  at: `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  machine,
  commit,
  loadAverage: Number((loadavg()[1] as number).toFixed(1)),
});

/** Returns the milliseconds of processor time that calls at these rates use in each process in a second. */
export function loadOf({ base, calls }: Pick<Costs['timed'], 'base' | 'calls'>, rates: PerKind): ByName {
  const costOf = (name: string) =>
    Object.entries(rates).reduce(
      (sum, [kind, rate]) => sum + rate * (calls[kind as keyof PerKind][name] ?? 0),
      0,
    );
  return Object.fromEntries(Object.entries(base).map(([name, ms]) => [name, ms + costOf(name)]));
}
