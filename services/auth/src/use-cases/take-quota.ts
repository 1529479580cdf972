import type { TakeQuotaRequest, TakeQuotaResponse } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { networkOf } from '@parcelyard/service-kit/network-of';
import type { TokenSecrets } from '../adapters/crypto/token-secrets';
import { QUOTAS, type Quota, type QuotaName } from '../domain/quota';
import type { AuthPorts } from '../ports';

type QuotaPorts = Pick<AuthPorts, 'windows' | 'quotas' | 'secrets' | 'clock' | 'countUse'>;

/**
 * Counts one use of a quota for the network and for the account. If either of them has reached its limit, no use is
 * counted.
 */
export async function takeQuota(
  { windows, quotas, secrets, clock, countUse }: QuotaPorts,
  request: TakeQuotaRequest,
): Promise<TakeQuotaResponse> {
  const name = quotaOf(request);
  const now = clock.now();
  const [network, account] = countersOf(secrets, name, quotas[name], request);
  const refused = (refusedFor: 'network' | 'account', roomAt: Date): TakeQuotaResponse => {
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
  countUse(name, 'taken');
  return { retryAfterSeconds: 0, network: false };
}

function quotaOf({ quota }: TakeQuotaRequest): QuotaName {
  // `sign_in` is missing here: the password check itself counts failed sign-ins.
  const allowed = QUOTAS.filter((name) => name !== 'sign_in');
  const name = allowed.find((candidate) => candidate === quota);
  if (name) return name;
  throw new DomainError('invalid_argument', 'field_not_one_of', { allowed, got: quota }, { field: 'quota' });
}

interface Counter {
  key: string;
  limit: number;
  seconds: number;
}

/**
 * Returns the keys of the counters for the network and for the account. Keys are hashes: addresses are personal data,
 * and links give access.
 * @param user the account, or an e-mail address or link when nobody is signed in
 */
export function countersOf(
  secrets: Pick<TokenSecrets, 'hash'>,
  name: QuotaName,
  { network, account, seconds }: Quota,
  user: { ip: string; account: string },
): [network: Counter, account: Counter] {
  const keyOf = (by: string, value: string) => secrets.hash(`${name} ${by} ${value}`);
  return [
    { key: keyOf('network', networkOf(user.ip)), limit: network, seconds },
    { key: keyOf('account', user.account), limit: account, seconds },
  ];
}
