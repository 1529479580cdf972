import { connect } from './connect';
import type { Job, Merchant } from './job';
import type { Solver } from './solver';
import type { Account, Stage } from './stage';

export interface Outcome {
  readonly job: string;
  readonly calls: number;
  readonly bytes: number;
  readonly faults: readonly string[];
  /** The factor `slack` of the job. */
  readonly slack?: number | undefined;
  /** The reason why the job was not tried. */
  readonly skipped?: string;
}

/**
 * Prepares the account and lets the solver do the job over a connection whose calls are counted. Then checks the result
 * over another connection.
 */
export async function runJob(stage: Stage, job: Job, solver: Solver | undefined): Promise<Outcome> {
  const account = await stage.openAccount(job.name, job.needs);
  if (typeof account === 'string') return { job: job.name, calls: 0, bytes: 0, faults: [], skipped: account };
  const ours = await connect(account.mcpUrl, account.accessToken);
  try {
    const prepared = await job.prepare(merchantOf(account, ours));
    const counted = await connect(account.mcpUrl, account.accessToken);
    const { instructions, tools, call, traffic } = counted;
    const task = { prompt: prepared.prompt, instructions, tools, call };
    const faults: string[] = [];
    const said = await (solver ?? prepared.ideal)(task).catch((error: Error) => {
      faults.push(`The solver gave up: ${error.message}`);
      return '';
    });
    await counted.close();
    const found = await prepared.check(said).catch((error: Error) => [`The check failed: ${error.message}`]);
    faults.push(...found);
    return { job: job.name, ...traffic, faults, slack: job.slack };
  } finally {
    await ours.close();
  }
}

function merchantOf(
  { baseUrl, accessToken, scan }: Account,
  { call }: Awaited<ReturnType<typeof connect>>,
): Merchant {
  return {
    read: async (tool, args) => {
      const { isError, text, data } = await call(tool, args);
      if (isError) throw new Error(`${tool}: ${text}`);
      return data;
    },
    rest: async (method, path, body) => {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    scan: async (orderId, status) => {
      if (!scan) throw new Error('The job does not say that it needs scans.');
      await scan(orderId, status);
    },
  };
}
