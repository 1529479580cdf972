import { ClaimOutcome, type KeptAnswer } from '@parcelyard/contracts/auth';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Context } from 'koa';
import {
  createIdempotencyMiddleware,
  type IdempotencyKeys,
} from '../../../src/surfaces/rest/idempotency-middleware';
import { toRefusal } from '../../../src/surfaces/rest/refuse';
import { RestRefusal } from '../../../src/surfaces/rest/rest-refusal';

/** Creates a store of idempotency keys for one gateway. It works like the store in auth. */
function keysInMemory(): IdempotencyKeys & { kept: Map<string, KeptAnswer> } {
  const kept = new Map<string, KeptAnswer>();
  return {
    kept,
    claimIdempotencyKey: async (_, { key }) => {
      const answer = kept.get(key);
      return { outcome: answer ? ClaimOutcome.ANSWERED : ClaimOutcome.CLAIMED, holder: 'me', answer };
    },
    settleIdempotencyKey: async (_, { holder, answer }) => {
      if (holder && answer) kept.set(holder.key, answer);
      return { settled: true };
    },
    releaseIdempotencyKey: async () => ({}),
  };
}

/** Creates a request with this idempotency key. Each time the route runs, its result is the next of `outcomes`. */
function aWrite(key: string | undefined, ...outcomes: (Error | 'done')[]) {
  return aWriteWith(keysInMemory(), key, outcomes);
}

function aWriteWith(keys: IdempotencyKeys, key: string | undefined, outcomes: (Error | 'done')[]) {
  const idempotency = createIdempotencyMiddleware({ auth: keys, logger: silentLogger });
  let runs = 0;
  const request = {
    requestId: 'r',
    principal: { accountId: 7, partner: '' },
    body: Buffer.from('{}'),
  };
  const send = async () => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const ctx = {
      method: 'POST',
      path: '/public/order',
      headers,
      status: 0,
      body: undefined,
    } as Context;
    ctx.get = () => key ?? '';
    ctx.set = () => undefined;
    await idempotency(ctx, request as never, async () => {
      const outcome = outcomes[Math.min(runs, outcomes.length - 1)];
      runs += 1;
      if (outcome instanceof Error) throw outcome;
      ctx.status = 201;
      ctx.body = { success: true };
    });
    return ctx.status;
  };
  return { send, runs: () => runs };
}

/** Returns a route's refusal in the form that reaches the middleware. */
const refused = (code: ErrorCode) => toRefusal(new DomainError(code, 'text', { text: 'No.' })) as Error;

it.each([
  ['a balance that is too low', refused('payment_required'), 402],
  ['an order that others change at the same time', refused('conflict'), 409],
  ['a limit of the plan', refused('resource_exhausted'), 403],
  ['too many attempts', new RestRefusal('rate_limited', 'Too many.'), 429],
  ['invalid input', refused('invalid_argument'), 400],
])(
  'a write that was refused for %s runs again when the request is repeated with its key [REST-L7]',
  async (_, refusal, status) => {
    const { send, runs } = aWrite('once', refusal, 'done');
    expect([await send(), await send(), await send()]).toEqual([status, 201, 201]);
    expect(runs()).toBe(2);
  },
);

it('a write during an outage runs again when the request is repeated with its key [REST-L7]', async () => {
  const { send, runs } = aWrite('once', refused('unavailable'), 'done');
  await expect(send()).rejects.toThrow('No.');
  expect([await send(), await send()]).toEqual([201, 201]);
  expect(runs()).toBe(2);
});

it.each([
  ['a record that is not there', 'not_found', 404],
  ['a number that is taken', 'already_exists', 409],
  ['the state of the order', 'failed_precondition', 409],
  ['the carrier', 'carrier_refused', 422],
] as const)(
  'a write that was finally refused by %s gets the same answer when it is repeated with its key [REST-L2]',
  async (_, code, status) => {
    const { send, runs } = aWrite('once', refused(code), 'done');
    expect([await send(), await send()]).toEqual([status, status]);
    expect(runs()).toBe(1);
  },
);

it('an empty key is refused, because its request would not be protected [REST-L7]', async () => {
  const { send, runs } = aWrite('', 'done');
  await expect(send()).rejects.toMatchObject({ status: 400, fields: [{ field: 'Idempotency-Key' }] });
  expect(runs()).toBe(0);
  const without = aWrite(undefined, 'done');
  expect(await without.send()).toBe(201);
});

it('a write whose first request is still running is told to repeat after a second, as after any conflict [REST-L7]', async () => {
  jest.useFakeTimers();
  const busy = async () => ({ outcome: ClaimOutcome.BUSY, holder: 'another' });
  const { send, runs } = aWriteWith({ ...keysInMemory(), claimIdempotencyKey: busy }, 'once', ['done']);
  const refusal = expect(send()).rejects.toMatchObject({
    code: 'conflict_retry',
    headers: { 'retry-after': '1' },
  });
  await jest.advanceTimersByTimeAsync(11_000);
  await refusal;
  expect(runs()).toBe(0);
  jest.useRealTimers();
});
