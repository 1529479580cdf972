import { AuthorizeOutcome, ClaimOutcome, Surface } from '@parcelyard/contracts/auth';
import { FAR_AHEAD } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(() => t.stop());

/**
 * Runs `meanwhile` while the clock is a day ahead. Then sets the clock back, to one minute after the time at the call.
 */
async function withClockADayAhead(meanwhile: () => Promise<unknown>) {
  t.clock.advance(DAY_MS);
  await meanwhile();
  t.clock.advance(MINUTE_MS - DAY_MS);
}

test('a token gets exactly 60 requests a minute after the clock was a day ahead and is right again', async () => {
  const { token } = await t.auth.showAccessToken({ accountId: await t.anAccount() });
  const granted = async (count: number) => {
    const items = Array.from({ length: count }, () => ({ token, surface: Surface.MCP }));
    const { authorizations } = await t.auth.authorize({ items });
    return authorizations.filter(({ outcome }) => outcome === AuthorizeOutcome.GRANTED).length;
  };
  await withClockADayAhead(() => granted(70));
  expect(await granted(70)).toBe(60);
  expect(await granted(1)).toBe(0);
});

test('an IP address gets 30 token requests a minute after the clock was a day ahead and is right again', async () => {
  const allowed = async (count: number) => {
    const one = () => t.auth.countTokenRequest({ ip: '192.0.2.77' });
    const answers = await Promise.all(Array.from({ length: count }, one));
    return answers.filter((answer) => answer.allowed).length;
  };
  await withClockADayAhead(() => allowed(40));
  expect(await allowed(40)).toBe(30);
});

test('a quota has exactly its usual room after the clock was a day ahead and is right again', async () => {
  const spend = () =>
    t.auth.takeQuota({ quota: 'sign_up', ip: '198.51.100.200', account: 'ada@example.com' });
  const spent = async (count: number) => {
    let counted = 0;
    for (let n = 0; n < count; n += 1) counted += (await spend()).retryAfterSeconds === 0 ? 1 : 0;
    return counted;
  };
  await withClockADayAhead(() => spent(5));
  expect(await spent(5)).toBe(3);
});

test('another process can claim the request of a dead process after the clock was a day ahead and is right again', async () => {
  const request = { accountId: await t.anAccount(), key: 'k', fingerprint: 'f', leaseSeconds: 60 };
  await withClockADayAhead(() => t.auth.claimIdempotencyKey(request));
  expect(await t.auth.claimIdempotencyKey(request)).toMatchObject({ outcome: ClaimOutcome.CLAIMED });
});
