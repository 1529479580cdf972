import { type WatchedQueries, watchQueries } from '@parcelyard/testing/watch-queries';
import { type AuthUnderTest, PASSWORD, startAuth } from './support/start-auth';

const HOUR_MS = 3_600_000;

let t: AuthUnderTest;
let watched: WatchedQueries;
beforeAll(async () => {
  t = await startAuth();
  watched = await watchQueries(t.database);
  // MongoDB removes expired documents by its own clock. So the test's clock has the real time here.
  t.clock.set(new Date());
});
afterAll(async () => {
  await watched.close();
  await t.stop();
});

test('every query of a session in the web application uses an index and reads no more than it returns', async () => {
  const auth = await t.anotherProcess(t.keys.ring, watched.mongo);
  const emails = ['ann@example.com', 'bob@example.com', 'cy@example.com'];
  const names = { firstName: '', lastName: '', company: '', unverified: false };
  for (const email of emails) {
    await t.auth.createAccount({ email, password: PASSWORD, ...names });
    await t.auth.signIn({ email, password: PASSWORD, ip: '192.0.2.1' });
  }
  const [email = ''] = emails;
  await auth.signIn({ email, password: 'wrong horse', ip: '192.0.2.2' }).catch(() => undefined);
  const { outcome } = await auth.signIn({ email, password: PASSWORD, ip: '192.0.2.2' });
  if (outcome?.$case !== 'session') throw new Error('no session');
  const { token, account } = outcome.session;
  const accountId = account?.accountId ?? 0;
  t.clock.advance(HOUR_MS);
  await auth.getSession({ token });
  await t.auth.showAccessToken({ accountId });
  await auth.describeAccessToken({ accountId });
  const change = { presentPassword: PASSWORD, newPassword: 'another horse', ip: '192.0.2.2' };
  await auth.changePassword({ accountId, ...change });
  await auth.endSession({ token });

  const explained = await watched.explain();
  expect(explained.length).toBeGreaterThan(8);
  // `wasted` counts documents that were read but not returned. It may be 1, because a write finds a document by id but
  // changes nothing when the write's condition is not met.
  expect(
    explained.filter(({ indexed, sortsInMemory, wasted }) => !indexed || sortsInMemory || wasted > 1),
  ).toEqual([]);
});
