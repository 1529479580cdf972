import type { SpendBudgetRequest, SpendBudgetResponse } from '@parcelyard/contracts/auth';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { networkOf } from '@parcelyard/service-kit/network-of';
import type { AbuseMetrics } from '../adapters/abuse-metrics';
import type { TokenSecrets } from '../adapters/crypto/token-secrets';
import type { BudgetWindows } from '../adapters/mongo/budget-windows';
import { BUDGETS, type Budget, type BudgetName, type Budgets } from '../domain/budget';

export interface BudgetPorts {
  readonly windows: BudgetWindows;
  readonly budgets: Budgets;
  readonly secrets: TokenSecrets;
  readonly clock: Clock;
  readonly countUse: AbuseMetrics['countUse'];
}

/** One use of a budget, by the network and by the account: a use that one of them refuses counts for neither. */
export async function spendBudget(
  { windows, budgets, secrets, clock, countUse }: BudgetPorts,
  request: SpendBudgetRequest,
): Promise<SpendBudgetResponse> {
  const name = budgetOf(request);
  const now = clock.now();
  const [network, account] = countersOf(secrets, name, budgets[name], request);
  const refused = (refusedFor: 'network' | 'account', roomAt: Date): SpendBudgetResponse => {
    countUse(name, refusedFor);
    const retryAfterMs = Math.max(roomAt.getTime() - now.getTime(), 1);
    return { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000), network: refusedFor === 'network' };
  };
  const first = await windows.use(network.key, network, now);
  if (!first.counted) return refused('network', first.roomAt);
  if (request.account !== '') {
    const second = await windows.use(account.key, account, now);
    if (!second.counted) {
      await windows.release(network.key, first.id);
      return refused('account', second.roomAt);
    }
  }
  countUse(name, 'spent');
  return { retryAfterSeconds: 0, network: false };
}

function budgetOf({ budget }: SpendBudgetRequest): BudgetName {
  // Failed sign-ins are counted where passwords are checked.
  const allowed = BUDGETS.filter((name) => name !== 'sign_in');
  const name = allowed.find((candidate) => candidate === budget);
  if (name) return name;
  throw new DomainError(
    'invalid_argument',
    'field_not_one_of',
    { allowed, got: budget },
    { field: 'budget' },
  );
}

interface Counter {
  key: string;
  limit: number;
  seconds: number;
}

/**
 * Addresses are personal data, and links are credentials: what is kept is a hash, enough to count by.
 * @param spender its account is the account, or an e-mail address or link where nobody is signed in
 */
export function countersOf(
  secrets: Pick<TokenSecrets, 'hash'>,
  name: BudgetName,
  { network, account, seconds }: Budget,
  spender: { ip: string; account: string },
): [network: Counter, account: Counter] {
  const keyOf = (by: string, value: string) => secrets.hash(`${name} ${by} ${value}`);
  return [
    { key: keyOf('network', networkOf(spender.ip)), limit: network, seconds },
    { key: keyOf('account', spender.account), limit: account, seconds },
  ];
}
