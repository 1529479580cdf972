import type { Clock } from '@parcelyard/service-kit/clock';
import { networkOf } from '@parcelyard/service-kit/network-of';
import type { Budget, BudgetName, Budgets } from '../domain/budget';
import type { BudgetWindows, TokenSecrets } from '../ports';

/** Whom a use is counted for. */
export interface Spender {
  ip: string;
  /** The account, or what stands in its place; empty: only the network counts. */
  account: string;
}

export type Spending = { spent: true } | { refusedFor: 'network' | 'account'; retryAfterMs: number };

interface Dependencies {
  windows: BudgetWindows;
  budgets: Budgets;
  secrets: TokenSecrets;
  clock: Clock;
  /** Told of every outcome, for the figures. */
  note(budget: BudgetName, outcome: 'spent' | 'network' | 'account'): void;
}

/** One use of a budget, by the network and by the account, or neither: a use that one of them refuses counts for none. */
export const spendBudget =
  ({ windows, budgets, secrets, clock, note }: Dependencies) =>
  async (name: BudgetName, spender: Spender): Promise<Spending> => {
    const now = clock.now();
    const [network, account] = countersOf(secrets, name, budgets[name], spender);
    const refused = (refusedFor: 'network' | 'account', roomAt: Date): Spending => {
      note(name, refusedFor);
      return { refusedFor, retryAfterMs: Math.max(roomAt.getTime() - now.getTime(), 1) };
    };
    const first = await windows.use(network.key, network, now);
    if (!first.counted) return refused('network', first.roomAt);
    if (spender.account !== '') {
      const second = await windows.use(account.key, account, now);
      if (!second.counted) {
        await windows.giveBack(network.key, first.id);
        return refused('account', second.roomAt);
      }
    }
    note(name, 'spent');
    return { spent: true };
  };

interface Counter {
  key: string;
  limit: number;
  seconds: number;
}

/** Addresses are personal data, and links are credentials: what is kept is enough to count by. */
export function countersOf(
  secrets: Pick<TokenSecrets, 'hash'>,
  name: BudgetName,
  { network, account, seconds }: Budget,
  spender: Spender,
): [network: Counter, account: Counter] {
  const keyOf = (by: string, whom: string) => secrets.hash(`${name} ${by} ${whom}`);
  return [
    { key: keyOf('network', networkOf(spender.ip)), limit: network, seconds },
    { key: keyOf('account', spender.account), limit: account, seconds },
  ];
}
