import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShipctl } from '@parcelyard/cli/run-shipctl';
import type { Needs } from './job';

export interface Account {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly accessToken: string;
  /** Makes the carrier do the next scan of an order's parcel. Absent for a stack that other people operate. */
  readonly scan?: (orderId: number, status: string) => Promise<void>;
}

/** Provides the accounts in which the jobs are done. */
export interface Stage {
  /** How many jobs can run at once without disturbing each other. */
  readonly atOnce: number;
  /** Opens a new account, or returns the reason why there is none. */
  openAccount(name: string, needs: Needs): Promise<Account | string>;
}

/**
 * Uses accounts of a stack that other people operate, one account for each job. Jobs that need an operator are skipped.
 */
export function foreignStage(mcpUrl: string, accessTokens: readonly string[]): Stage {
  const left = [...accessTokens];
  return {
    atOnce: 1,
    openAccount: async (_name, { plan: _plan, balance: _balance, ...operated }) => {
      if (Object.keys(operated).length > 0) return 'needs an operator';
      const accessToken = left.shift();
      if (accessToken === undefined) return 'needs one more account';
      return { baseUrl: new URL(mcpUrl).origin, mcpUrl, accessToken };
    },
  };
}

export function operatedStage(dataDir: string): Stage {
  const { baseUrl, mcpUrl } = JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as Account;
  const shipctl = async (...args: (string | number)[]) => {
    const { output, exitCode } = await runShipctl(args.map(String), { DATA_DIR: dataDir });
    if (exitCode !== 0) throw new Error(`shipctl ${args.join(' ')}: ${JSON.stringify(output)}`);
    return output as { accountId: number; accessToken: string };
  };
  return {
    atOnce: 4,
    openAccount: async (name, { plan, balance, credit, store, insurance, timeZone, labelLimit, scans }) => {
      const email = `${name.replaceAll(/\W+/g, '-').toLowerCase()}-${Date.now()}@evals.example`;
      const { accountId, accessToken } = await shipctl(
        ...['account', 'create', '--email', email, '--password', 'a password for one job'],
        ...['--plan', plan, '--balance', balance, '--auto-recharge', '25'],
      );
      if (credit) await shipctl('account', 'set', accountId, '--add-referral-credit', credit);
      if (insurance) await shipctl('account', 'set', accountId, '--insurance', 'on');
      if (store) await shipctl('platform', 'connect', '--account', accountId, '--platform', 'sandbox');
      if (timeZone) await shipctl('account', 'set', accountId, '--time-zone', timeZone);
      if (labelLimit) await shipctl('account', 'set', accountId, '--limit-label', labelLimit);
      if (!scans) return { baseUrl, mcpUrl, accessToken };
      const scan = async (orderId: number, status: string) => {
        await shipctl('tracking', 'advance', orderId, status);
      };
      return { baseUrl, mcpUrl, accessToken, scan };
    },
  };
}
