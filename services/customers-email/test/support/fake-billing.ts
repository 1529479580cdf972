import type { BillingDefinition, LimitCheck } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { IdKeepingBilling } from '@parcelyard/service-kit/mongo/id-keeper';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { createMemoryIdKeeper } from '@parcelyard/testing/memory-id-keeper';

type Billing = Pick<RpcClient<typeof BillingDefinition>, 'checkMarketingEmails' | 'claimMarketingEmails'> &
  IdKeepingBilling;

/**
 * Counts the marketing e-mails of all accounts of a test against one limit. A claim with a repeated key is counted
 * once.
 */
export class FakeBilling implements Billing {
  /** Undefined when the number of e-mails is unlimited. */
  limit: number | undefined;
  entitled = true;
  readonly claims = new Map<string, number>();
  private readonly ids = createMemoryIdKeeper();
  readonly takeIds = this.ids.takeIds;
  readonly listIdMarks = this.ids.listIdMarks;

  checkMarketingEmails: Billing['checkMarketingEmails'] = async ({ count }) => this.standing(count);

  claimMarketingEmails: Billing['claimMarketingEmails'] = async ({ accountId, key, count }) => {
    const name = `${accountId} ${key}`;
    if (!this.claims.has(name)) {
      const { reason } = this.standing(count);
      if (reason === 'no_entitlement')
        throw new DomainError('permission_denied', 'text', { text: 'No such feature.' });
      if (reason !== '')
        throw new DomainError('resource_exhausted', 'text', { text: 'Limit reached: too many.' });
      this.claims.set(name, count);
    }
    return this.standing(0);
  };

  get used(): number {
    return [...this.claims.values()].reduce((sum, count) => sum + count, 0);
  }

  private standing(count: number): LimitCheck {
    const { limit, used } = this;
    const fits = limit === undefined || used + count <= limit;
    const reason = this.entitled ? (fits ? '' : 'limit_exceeded') : 'no_entitlement';
    const remaining = limit === undefined ? undefined : limit - used;
    return { allowed: reason === '', reason, limit, used, remaining };
  }
}
