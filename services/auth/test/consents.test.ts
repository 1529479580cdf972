import { FAR_AHEAD, settle } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(() => t.stop());

const authorizationRequest = 'client_id=app&state=a%20b';
const NOT_FOUND = { code: 'not_found' };

describe('an authorization request that waits for its owner', () => {
  test('is returned unchanged, once', async () => {
    const { handle } = await t.auth.keepConsent({ accountId: 7, authorizationRequest });
    const attempts = Array.from({ length: 10 }, () => t.auth.takeConsent({ accountId: 7, handle }));
    const { succeeded, refused } = await settle(attempts);
    expect(succeeded).toEqual([{ authorizationRequest }]);
    expect(refused).toHaveLength(9);
    for (const error of refused) expect(error).toMatchObject(NOT_FOUND);
  });

  test('is not returned to another account, and stays for its own account', async () => {
    const { handle } = await t.auth.keepConsent({ accountId: 7, authorizationRequest });
    await expect(t.auth.takeConsent({ accountId: 8, handle })).rejects.toMatchObject(NOT_FOUND);
    expect(await t.auth.takeConsent({ accountId: 7, handle })).toEqual({ authorizationRequest });
  });

  test('waits for ten minutes', async () => {
    const { handle } = await t.auth.keepConsent({ accountId: 7, authorizationRequest });
    t.clock.advance(600_000);
    await expect(t.auth.takeConsent({ accountId: 7, handle })).rejects.toMatchObject(NOT_FOUND);
  });
});
