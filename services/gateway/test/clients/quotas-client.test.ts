import { DomainError } from '@parcelyard/service-kit/domain-error';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { createQuotasClient } from '../../src/clients/quotas-client';

/** Creates a fake auth that answers when a test lets it. It counts how many calls run at the same time. */
function world(answer = { retryAfterSeconds: 0, network: false }) {
  const clock = new FakeClock();
  const refusals: string[] = [];
  let underWay = 0;
  let calls = 0;
  let most = 0;
  const takeQuota = async () => {
    calls += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return answer;
  };
  const onRefusal = (quota: string, by: string) => void refusals.push(`${quota} ${by}`);
  const quotas = createQuotasClient({ takeQuota }, { clock, onRefusal });
  const take = (n: number, ip = '192.0.2.1') =>
    quotas.take('sign_up', { requestId: 'r', ip, account: `${n}` });
  return { clock, quotas, take, refusals, figures: () => ({ calls, most }) };
}

describe('a flood from one network', () => {
  it('is counted by two calls at a time, and requests above the queue limit of sixty get a retry time', async () => {
    const { take, figures } = world();
    const outcomes = await Promise.allSettled(Array.from({ length: 500 }, (_, n) => take(n)));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as DomainError] : []));
    expect(refused).toHaveLength(500 - 62);
    for (const error of refused) expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    expect(figures()).toEqual({ calls: 62, most: 2 });
  });

  it('does not delay other networks', async () => {
    const { take } = world();
    const flood = Array.from({ length: 500 }, (_, n) => take(n).catch(() => undefined));
    await expect(take(1, '198.51.100.1')).resolves.toBeUndefined();
    await Promise.all(flood);
  });

  it('whose quota is used up costs at most two calls until the quota has room again', async () => {
    const { take, figures, refusals, clock } = world({ retryAfterSeconds: 42, network: true });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => take(n)));
    for (const one of outcomes)
      expect(one).toMatchObject({ reason: { code: 'resource_exhausted', retryAfterSeconds: 42 } });
    expect(figures().calls).toBe(2);
    expect(refusals.filter((refusal) => refusal === 'sign_up memory')).toHaveLength(48);
    clock.advance(40_500);
    await expect(take(1)).rejects.toMatchObject({ retryAfterSeconds: 2 });
    clock.advance(1_500);
    await take(1).catch(() => undefined);
    expect(figures().calls).toBe(3);
  });
});

it('a use is counted also when auth stands still for three seconds', async () => {
  const takeQuota = async (_: unknown, { timeoutMs = 0 } = {}) => {
    if (timeoutMs <= 3_000) throw new DomainError('deadline_exceeded', 'unavailable', {});
    return { retryAfterSeconds: 0, network: false };
  };
  const quotas = createQuotasClient({ takeQuota }, { clock: new FakeClock(), onRefusal: () => undefined });
  await quotas.take('sign_up', { requestId: 'r', ip: '192.0.2.1', account: '1' });
});
