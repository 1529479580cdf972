import type { Solver } from './solver';

/** The parts of a job's account that only the stack's operator can set up. */
export interface Needs {
  readonly plan: string;
  /** Dollars on the account's balance. */
  readonly balance: number;
  /** Dollars of the account's referral credit. */
  readonly credit?: number;
  /** Whether the account has a connected store. */
  readonly store?: true;
  readonly insurance?: true;
  /** The time zone of the shop's days; UTC when absent. */
  readonly timeZone?: string;
  /** The highest price in dollars that one label may have. */
  readonly labelLimit?: number;
  /** Whether carriers scan parcels before the job begins. */
  readonly scans?: true;
}

/**
 * The account of one job, with which the job is prepared and its result is checked. Calls through this interface are
 * not counted as the solver's calls.
 */
export interface Merchant {
  /**
   * Calls a tool and returns its data.
   * @throws Error when the tool refuses
   */
  // biome-ignore lint/suspicious/noExplicitAny: each tool's answer has its own shape
  read(tool: string, args?: Record<string, unknown>): Promise<any>;
  /**
   * Calls the REST API.
   * @throws Error when the API refuses the call
   */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  rest(method: string, path: string, body?: unknown): Promise<any>;
  /**
   * Makes the carrier scan an order's parcel.
   * @throws Error for an account whose `Needs` include no scans
   */
  scan(orderId: number, status: string): Promise<void>;
}

/** A job whose account is ready. */
export interface PreparedJob {
  readonly prompt: string;
  /** Does the job ideally. It uses only the prompt and the answers of the tools. */
  readonly ideal: Solver;
  /** Checks the work of any solver. Returns a sentence for each wrong result. */
  check(said: string): Promise<readonly string[]>;
}

export interface Job {
  readonly name: string;
  readonly needs: Needs;
  /**
   * The budget of this job has the measured number of bytes times this factor, because a store has more orders on some
   * days. When absent, the factor of all other jobs is used.
   */
  readonly slack?: number;
  prepare(merchant: Merchant): Promise<PreparedJob>;
}
