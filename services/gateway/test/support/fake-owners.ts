import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { ACCOUNT_ID } from './fake-auth';

export const PASSWORD = 'correct horse battery';

/**
 * Returns a fake auth with one owner. Its session tokens contain numbers. `accessTokens` counts how often the access
 * token was replaced.
 */
export function fakeOwners({ addressVerified = true } = {}): Partial<RpcHandlers<typeof AuthDefinition>> {
  const account = {
    accountId: ACCOUNT_ID,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    company: '',
    createdAt: new Date('2026-03-01T00:00:00Z'),
    addressVerified,
  };
  const sessions = new Set<string>();
  let opened = 0;
  let generation = 1;
  const open = () => {
    opened += 1;
    const token = `session${opened}`.padEnd(43, 'x');
    sessions.add(token);
    return { token, account, endsAt: new Date('2026-04-01T00:00:00Z') };
  };
  const accessToken = () => ({
    token: `OAUTH2.generation-${generation}`,
    expiresAt: new Date('2026-08-29T00:00:00Z'),
  });
  return {
    signIn: async ({ email, password }) => {
      if (email === 'limited@example.com')
        return { outcome: { $case: 'quotaUsedUp', quotaUsedUp: { retryAfterSeconds: 840 } } };
      if (password !== PASSWORD)
        throw new DomainError('unauthenticated', 'text', { text: 'E-mail address or password is wrong.' });
      return { outcome: { $case: 'session', session: open() } };
    },
    getSession: async ({ token }) => {
      if (!sessions.has(token)) throw new DomainError('unauthenticated', 'text', { text: 'Please sign in.' });
      return { token: '', account, endsAt: undefined };
    },
    endSession: async ({ token }) => {
      sessions.delete(token);
      return {};
    },
    showAccessToken: async () => accessToken(),
    replaceAccessToken: async () => {
      generation += 1;
      return accessToken();
    },
    listConnectedApps: async () => ({ apps: [] }),
    describeAccessToken: async () => ({
      issuedAt: new Date('2026-03-02T00:00:00Z'),
      expiresAt: accessToken().expiresAt,
      lastUsedAt: undefined,
      usedOverMcp: false,
      expiredAt: undefined,
    }),
  };
}
