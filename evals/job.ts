import type { Solver } from './solver';

/** What of a job's account only the stack's operator can bring about. */
export interface Needs {
  readonly plan: string;
  /** Dollars on the balance. */
  readonly balance: number;
  /** Dollars of referral credit. */
  readonly credit?: number;
  /** A connected store. */
  readonly store?: true;
  readonly insurance?: true;
  /** Where the shop's days begin and end; UTC when it is left out. */
  readonly timeZone?: string;
  /** Dollars that one label may cost. */
  readonly labelLimit?: number;
  /** Parcels that carriers scan before the job begins. */
  readonly scans?: true;
}

/** The account of one job, seen past the solver: nothing here is counted. */
export interface Merchant {
  /** A tool's data. @throws Error when it refuses */
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers in a shape of its own
  read(tool: string, args?: Record<string, unknown>): Promise<any>;
  /** The REST API. @throws Error when it refuses */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  rest(method: string, path: string, body?: unknown): Promise<any>;
  /** A carrier's next scan of an order's parcel. @throws Error for an account whose `Needs` name no scans */
  scan(orderId: number, status: string): Promise<void>;
}

/** A job with its account made ready. */
export interface PreparedJob {
  readonly prompt: string;
  /** Knows nothing but the prompt and what the tools say. */
  readonly ideal: Solver;
  /** Sentences on what is not as it should be, whoever did the job. */
  check(said: string): Promise<readonly string[]>;
}

export interface Job {
  readonly name: string;
  readonly needs: Needs;
  /** By what factor an answer may be longer another time: a store has more orders on some days. */
  readonly slack?: number;
  prepare(merchant: Merchant): Promise<PreparedJob>;
}
