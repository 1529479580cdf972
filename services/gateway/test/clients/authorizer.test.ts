import { type Authorization, AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { createAuthorizer } from '../../src/clients/authorizer';

const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.9';

const answer = (outcome: AuthorizeOutcome, more: Partial<Authorization> = {}): Authorization => ({
  outcome,
  accountId: 7,
  connectionKind: ConnectionKind.TOKEN,
  appName: '',
  issuedAt: undefined,
  ...more,
});

/** Creates an authorizer with a fake auth, which answers when the test lets it. */
function setUp(decide: (token: string) => Authorization) {
  const clock = new FakeClock('2026-03-02T15:00:20.000Z');
  const batches: string[][] = [];
  const waiting: (() => void)[] = [];
  let held = false;
  const authorize = async ({ items }: { items: { token: string }[] }) => {
    batches.push(items.map(({ token }) => token));
    if (held) await new Promise<void>((resolve) => waiting.push(resolve));
    return { authorizations: items.map(({ token }) => decide(token)) };
  };
  const authorizer = createAuthorizer({ authorize }, { clock });
  const ask = async (token: string, ip = HERE, surface = Surface.MCP) =>
    (await authorizer.authorize(token, surface, ip)).outcome;
  return {
    clock,
    batches,
    authorizer,
    ask,
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}

const { GRANTED, INVALID_TOKEN, RATE_LIMITED, UNAVAILABLE } = AuthorizeOutcome;

test('a token whose database is unavailable is refused alone as unavailable, and works when the database is available', async () => {
  let isAway = true;
  const t = setUp((token) => answer(token === 'away' && isAway ? UNAVAILABLE : GRANTED));
  const [away, other] = await Promise.allSettled([t.ask('away'), t.ask('other')]);
  expect(away).toMatchObject({ reason: { code: 'unavailable', reason: 'unavailable' } });
  expect(other).toEqual({ status: 'fulfilled', value: GRANTED });
  isAway = false;
  expect(await t.ask('away')).toBe(GRANTED);
});

describe('a token that was refused', () => {
  it('is refused from memory until its minute ends, and works from the first millisecond of the next', async () => {
    let left = 60;
    const t = setUp(() =>
      left-- > 0
        ? answer(GRANTED)
        : answer(RATE_LIMITED, { refusedForMs: 40_000, rateWindow: { left: 0, secondsLeft: 40 } }),
    );
    for (let n = 0; n < 60; n += 1) expect(await t.ask('used up')).toBe(GRANTED);
    for (let n = 0; n < 50; n += 1) expect(await t.ask('used up')).toBe(RATE_LIMITED);
    expect(t.batches).toHaveLength(61);
    t.clock.advance(39_000);
    const refused = await t.authorizer.authorize('used up', Surface.MCP, HERE);
    expect(refused.rateWindow).toEqual({ left: 0, secondsLeft: 1 });
    t.clock.advance(1_000);
    left = 1;
    expect(await t.ask('used up')).toBe(GRANTED);
  });

  it('is refused only on the surface where it was refused', async () => {
    const t = setUp(() => answer(RATE_LIMITED, { refusedForMs: 40_000 }));
    await t.ask('used up');
    await t.ask('used up', HERE, Surface.REST);
    await t.ask('used up');
    expect(t.batches).toHaveLength(2);
  });

  it('is not refused longer because a clock was ahead for a moment', async () => {
    const t = setUp(() => answer(RATE_LIMITED, { refusedForMs: 40_000 }));
    t.clock.set('2026-03-03T15:00:20.000Z');
    await t.ask('used up');
    t.clock.set('2026-03-02T15:00:21.000Z');
    await t.ask('used up');
    expect(t.batches).toHaveLength(2);
  });

  it('is sent to auth once when it waits many times in the queue', async () => {
    const t = setUp(() => answer(INVALID_TOKEN, { refusedForMs: 2_000 }));
    t.hold();
    const first = t.ask('wrong');
    await new Promise(setImmediate);
    const second = t.ask('other');
    await new Promise(setImmediate);
    const others = Array.from({ length: 30 }, () => t.ask('wrong'));
    t.release();
    expect(new Set(await Promise.all([first, second, ...others]))).toEqual(new Set([INVALID_TOKEN]));
    expect(t.batches).toEqual([['wrong'], ['other']]);
  });

  it('stays in memory when many unknown tokens are refused', async () => {
    const t = setUp((token) =>
      token === 'used up'
        ? answer(RATE_LIMITED, { refusedForMs: 40_000 })
        : answer(INVALID_TOKEN, { refusedForMs: 2_000 }),
    );
    await t.ask('used up');
    for (let n = 0; n < 10_100; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, k) => t.ask(`wrong-${n + k}`)));
    const before = t.batches.length;
    await t.ask('used up');
    expect(t.batches).toHaveLength(before);
  });
});

describe('a flood of unknown tokens', () => {
  const isGood = (token: string) => answer(token.startsWith('good') ? GRANTED : INVALID_TOKEN);

  it('waits in one queue of 64 for each network, and further requests get a retry time', async () => {
    const t = setUp(isGood);
    t.hold();
    await Promise.resolve(
      void Promise.all([t.ask('wrong-a'), new Promise(setImmediate).then(() => t.ask('wrong-b'))]),
    );
    await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
    expect(t.batches).toHaveLength(2);
    const outcomes = Promise.allSettled(Array.from({ length: 100 }, (_, n) => t.ask(`wrong-${n}`)));
    const stranger = t.ask('good elsewhere', ELSEWHERE);
    t.release();
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(36);
    expect(refused[0]).toMatchObject({
      reason: { code: 'unavailable', reason: 'busy', retryAfterSeconds: 1 },
    });
    expect(await stranger).toBe(GRANTED);
  });

  it('takes turns with known callers of the same network', async () => {
    const t = setUp(isGood);
    await t.ask('good');
    t.hold();
    const busy = [t.ask('wrong-a')];
    await new Promise(setImmediate);
    busy.push(t.ask('wrong-b'));
    await new Promise(setImmediate);
    const flood = Array.from({ length: 64 }, (_, n) => t.ask(`wrong-${n}`));
    const polite = t.ask('good');
    t.release();
    expect(await polite).toBe(GRANTED);
    await Promise.all([...busy, ...flood]);
    expect(t.batches[3]).toHaveLength(64);
    expect(t.batches[3]?.slice(0, 2)).toEqual(['wrong-0', 'good']);
  });
});
