import { cpus } from 'node:os';
import { type Checkout, checkouts } from './checkouts';
import { FiguresFile } from './figures-file';
import { formatTable, type Table } from './report';

export interface Bench {
  /** The builds to measure: first the base build (`BENCH_BASE`) if it is set, then this build. */
  readonly builds: readonly Checkout[];
  /** Node's version and the processors, in words. */
  readonly machine: string;
  /** Duration of one measurement in seconds. */
  readonly seconds: number;
  /** Orders in the account under load. */
  readonly orders: number;
  /** Prints the table with the changes since the last measurement, and stores its figures. */
  show(table: Table): void;
  /** Prints the table without storing its figures. */
  print(table: Table): void;
  say(text: string): void;
}

export type Part = (bench: Bench) => Promise<void>;

/**
 * The number of access tokens in a load. At 9,000 requests a second, each token is used sixty times a minute, which is
 * a token's limit. A gateway can remember this many tokens, as in most deployments.
 */
export const TOKENS = 9_000;

export function createBench(): Bench {
  const seconds = Number(process.env.BENCH_SECONDS ?? 4);
  const orders = Number(process.env.BENCH_ORDERS ?? 20_000);
  const builds = checkouts();
  const machine = `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  const file = new FiguresFile(process.env.BENCH_FIGURES ?? '.local/bench-figures.json', machine, builds);
  const say = (text: string) => console.log(text);
  say(`# Parcelyard benchmark\n\n${machine}, ${seconds} s a measurement,`);
  say(`${orders.toLocaleString('en')} orders in the account; the load comes from this machine.`);
  say(`Builds: ${builds.map(({ name, commit }) => `${name} ${commit}`).join(', ')}.`);
  return {
    builds,
    machine,
    seconds,
    orders,
    say,
    print: (table) => say(formatTable(table)),
    show: (table) => {
      say(formatTable(table));
      say(file.keep(table));
    },
  };
}
