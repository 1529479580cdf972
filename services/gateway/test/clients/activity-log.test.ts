import { ActivityActor, ActivityOutcome, type EndActivityRequest } from '@parcelyard/contracts/activity';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createLogger } from '@parcelyard/service-kit/logger';
import { eventually } from '@parcelyard/testing/eventually';
import { createActivityLog } from '../../src/clients/activity-log';

const { DONE, REFUSED, FAILED } = ActivityOutcome;
const caller = {
  accountId: 7,
  requestId: 'request-1',
  author: { actor: ActivityActor.TOKEN, surface: 'mcp', appName: '', tokenIssuedAt: undefined },
};
const buying = { action: 'buy_label', subject: { orderId: 1001 } };
const away = new DomainError('unavailable', 'unavailable', {});

/** Creates an activity log with a fake auth service. `steps` lists what happened, in order. */
function world({ begin = async () => {}, end = async (_attempt: number) => {} } = {}) {
  const steps: string[] = [];
  const ends: EndActivityRequest[] = [];
  const logged: string[] = [];
  let attempts = 0;
  const log = createActivityLog(
    {
      beginActivity: async (request) => {
        steps.push(`begin ${request.action}`);
        await begin();
        return {};
      },
      endActivity: async (request) => {
        attempts += 1;
        await end(attempts);
        steps.push('end');
        ends.push(request);
        return {};
      },
    },
    createLogger('gateway', 'info', { write: (line: string) => logged.push(line) }),
  );
  return { log, steps, ends, logged, attempts: () => attempts };
}

describe('a recorded action', () => {
  it('is stored before it begins and after it ends, with its final subject [MCP-W1]', async () => {
    const { log, steps, ends } = world();
    const answer = await log.record(caller, buying, async (touched) => {
      steps.push('buy');
      touched({ amountCents: 745 });
      return 'label';
    });
    await log.drain();
    expect(answer).toBe('label');
    expect(steps).toEqual(['begin buy_label', 'buy', 'end']);
    expect(ends).toEqual([
      {
        accountId: 7,
        requestId: 'request-1',
        outcome: DONE,
        reason: '',
        subject: { amountCents: 745 },
      },
    ]);
  });

  it('does not begin when its entry cannot be stored, and an entry that may exist gets the reason [MCP-W2]', async () => {
    const { log, steps, ends } = world({ begin: () => Promise.reject(away) });
    const attempt = log.record(caller, buying, async () => steps.push('buy'));
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable', reason: 'activity_not_recorded' });
    await log.drain();
    expect(steps).toEqual(['begin buy_label', 'end']);
    expect(ends).toMatchObject([{ outcome: REFUSED, reason: 'activity_not_recorded' }]);
  });

  it('returns before its end is stored, and a stop waits for the end', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { log, ends } = world({ end: () => held });
    await log.record(caller, buying, async () => 'label');
    expect(ends).toEqual([]);
    let drained = false;
    const stopped = log.drain().then(() => {
      drained = true;
    });
    await new Promise(setImmediate);
    expect(drained).toBe(false);
    release();
    await stopped;
    expect(ends).toHaveLength(1);
  });

  it('gets its end also when auth is unavailable for a moment', async () => {
    const { log, ends, attempts, logged } = world({
      end: (attempt) => (attempt === 1 ? Promise.reject(away) : Promise.resolve()),
    });
    await log.record(caller, buying, async () => 'label');
    await eventually(() => expect(ends).toHaveLength(1));
    expect(attempts()).toBe(2);
    expect(logged).toEqual([]);
  });

  it.each([
    ['a refusal of a service', new DomainError('payment_required', 'unavailable', {}), REFUSED],
    ['an outage with an unknown outcome', away, FAILED],
    ['an unresolved purchase', new DomainError('unresolved', 'purchase_unresolved', {}), FAILED],
    ['an internal error', new Error('a bug'), FAILED],
  ])(
    'that ends in %s has its own outcome, and the error is returned unchanged',
    async (_what, error, outcome) => {
      const { log, ends } = world();
      await expect(log.record(caller, buying, () => Promise.reject(error))).rejects.toBe(error);
      await log.drain();
      expect(ends).toMatchObject([{ outcome }]);
    },
  );

  it('that failed because of another refusal has the reason of that refusal', async () => {
    const cause = { reason: 'order_without_weight', params: { orderId: 1001 } };
    const { log, ends } = world();
    const error = new DomainError('resource_exhausted', 'purchase_failed', { cause });
    await log.record(caller, buying, () => Promise.reject(error)).catch(() => undefined);
    await log.drain();
    expect(ends).toMatchObject([{ outcome: REFUSED, reason: 'order_without_weight' }]);
  });

  it('that the log does not show is run without an entry', async () => {
    const { log, steps } = world();
    expect(await log.record(caller, undefined, async (touched) => touched({ orderId: 1 }))).toBeUndefined();
    await log.drain();
    expect(steps).toEqual([]);
  });
});
