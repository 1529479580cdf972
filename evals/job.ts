import type { Solver } from './solver';

/** The parts of a job's account that only the stack's operator can set up. */
export interface Needs {
  readonly plan: string;
  /** Dollars on the balance. */
  readonly balance: number;
  /** Dollars of referral credit. */
  readonly credit?: number;
  /** Whether the account has a connected store. */
  readonly store?: true;
  readonly insurance?: true;
  /** The time zone of the shop's days; UTC when absent. */
  readonly timeZone?: string;
  /** The most dollars that one label may cost. */
  readonly labelLimit?: number;
  /** Whether carriers scan parcels before the job begins. */
  readonly scans?: true;
}

/** The account of one job, used without the solver. Nothing here is counted. */
export interface Merchant {
  /** A tool's data. @throws Error when the tool refuses */
  // biome-ignore lint/suspicious/noExplicitAny: each tool's answer has its own shape
  read(tool: string, args?: Record<string, unknown>): Promise<any>;
  /** Calls the REST API. @throws Error when it refuses */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  rest(method: string, path: string, body?: unknown): Promise<any>;
  /** Makes the carrier scan an order's parcel. @throws Error for an account whose `Needs` include no scans */
  scan(orderId: number, status: string): Promise<void>;
}

/** A job whose account is ready. */
export interface PreparedJob {
  readonly prompt: string;
  /** Uses only the prompt and the answers of the tools. */
  readonly ideal: Solver;
  /** A sentence for each wrong result, for any solver. */
  check(said: string): Promise<readonly string[]>;
}

export interface Job {
  readonly name: string;
  readonly needs: Needs;
  /** The factor by which an answer may be longer at another time, because a store has more orders on some days. */
  readonly slack?: number;
  prepare(merchant: Merchant): Promise<PreparedJob>;
}
