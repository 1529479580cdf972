import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { networkOf } from '@parcelyard/service-kit/network-of';
import { lasts } from '@parcelyard/service-kit/possible-times';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';

/** Quotas of actions that pass through the gateway. The gateway reports each use to auth, which has the limits. */
export type QuotaName =
  | 'sign_up'
  | 'mail_to_others'
  | 'label_links'
  | 'metadata_lookups'
  | 'store_imports'
  | 'verification_mails'
  | 'webhook_tests'
  | 'card_pages';

export interface QuotaUser {
  readonly requestId: string;
  /** The caller's address; absent when a test calls a tool directly. */
  readonly ip?: string | undefined;
  /**
   * The account. When nobody is signed in, the quota is counted for an e-mail address or a link instead of an account.
   */
  readonly account: string | number;
}

export interface QuotasClient {
  /**
   * Counts one use.
   * @throws DomainError resource_exhausted with retryAfterSeconds when the network or the account has no uses left;
   *   unavailable with retryAfterSeconds when too many uses of the network are waiting
   */
  take(quota: QuotaName, user: QuotaUser): Promise<void>;
}

export interface QuotasOptions {
  readonly clock: Clock;
  /** Called for every refusal. `memory` means that no call to auth was needed. */
  onRefusal(quota: QuotaName, by: 'memory' | 'auth'): void;
}

/** As for other calls to auth. A machine may stand still for seconds. */
const TIMEOUT_MS = 5_000;
/** How many refusals are remembered, so that a flood of refused requests causes no calls to auth. */
const REMEMBERED = 10_000;

/** How many uses of one network are counted at the same time, and how many wait. Further uses are refused. */
const QUEUE = { concurrency: 2, waiting: 60 };

/**
 * Quotas whose requests are served even when auth does not answer. For label links this is safe, because whoever has
 * the link to a label may read the label, and it is needed, because a warehouse must be able to print.
 */
const ALLOWED_WHEN_UNCOUNTED: ReadonlySet<QuotaName> = new Set(['label_links']);

export function createQuotasClient(
  rpc: Pick<RpcClient<typeof AuthDefinition>, 'takeQuota'>,
  { clock, onRefusal }: QuotasOptions,
): QuotasClient {
  const refusedUntil = new BoundedMap<string, { until: number; forMs: number }>(REMEMBERED);
  const lines = new Map<string, BoundedQueue>();

  /**
   * Counts only a few uses of one network at the same time and lets the others wait, because each count changes the
   * same document in auth's database.
   */
  const queued = async (key: string, use: () => Promise<void>): Promise<void> => {
    const line = lines.get(key) ?? new BoundedQueue(QUEUE);
    lines.set(key, line);
    try {
      await line.run(use);
    } finally {
      const { running, waiting } = line.size;
      if (running + waiting === 0) lines.delete(key);
    }
  };

  return {
    take: async (quota, { requestId, ip = '', account }) => {
      const keys = { network: `${quota} network ${networkOf(ip)}`, account: `${quota} account ${account}` };
      const refuseIfKnown = () => {
        const now = clock.now();
        const refusals = [keys.network, keys.account].flatMap((key) => refusedUntil.get(key) ?? []);
        const holding = refusals.filter(({ until, forMs }) => lasts(until, now, forMs));
        if (holding.length === 0) return;
        onRefusal(quota, 'memory');
        const until = Math.max(...holding.map((refusal) => refusal.until));
        throw used(Math.ceil((until - now.getTime()) / 1_000));
      };
      refuseIfKnown();
      await queued(keys.network, async () => {
        refuseIfKnown();
        const request = { quota, ip, account: String(account) };
        const answer = await rpc.takeQuota(request, { requestId, timeoutMs: TIMEOUT_MS }).catch((error) => {
          if (ALLOWED_WHEN_UNCOUNTED.has(quota) && isOutage(error)) return NOT_COUNTED;
          throw error;
        });
        if (answer.retryAfterSeconds === 0) return;
        const forMs = answer.retryAfterSeconds * 1_000;
        const until = clock.now().getTime() + forMs;
        refusedUntil.set(answer.network ? keys.network : keys.account, { until, forMs });
        onRefusal(quota, 'auth');
        throw used(answer.retryAfterSeconds);
      });
    },
  };
}

const NOT_COUNTED = { retryAfterSeconds: 0, network: false };

const isOutage = (error: unknown) =>
  error instanceof DomainError && ['unavailable', 'deadline_exceeded'].includes(error.code);

const used = (retryAfterSeconds: number) =>
  new DomainError('resource_exhausted', 'quota_exceeded', { retryAfterSeconds }, { retryAfterSeconds });
