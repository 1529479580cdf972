import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { IssueCodeRequest, RedeemCodeRequest } from '@parcelyard/contracts/oauth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { ACCOUNT_ID } from './fake-auth';

/** The sessions of the test's account and of another account, as the cookies contain them. */
export const SESSION = 'S'.repeat(43);
export const STRANGER = 'T'.repeat(43);

const ACCOUNTS: Readonly<Record<string, { accountId: number; email: string; firstName: string }>> = {
  [SESSION]: { accountId: ACCOUNT_ID, email: 'ada@example.com', firstName: 'Ada' },
  [STRANGER]: { accountId: 8, email: 'eve@example.com', firstName: 'Eve' },
};

export const GOOD_CODE = 'pyoc_good';
export const GOOD_REFRESH = 'pyor_good';
export const INVALID_GRANT = 'The one answer to whatever is wrong with a grant.';

const tokens = { accessToken: 'pyoa_fresh', refreshToken: 'pyor_fresh', expiresInSeconds: 86_400 };

/** Returns a fake auth with what these tests need to sign in. */
export function fakeSignIns() {
  const consents = new Map<string, { accountId: number; authorizationRequest: string }>();
  let handles = 0;
  const issued: IssueCodeRequest[] = [];
  const redeemed: RedeemCodeRequest[] = [];
  const handlers: Partial<RpcHandlers<typeof AuthDefinition>> = {
    getSession: async ({ token }) => {
      const account = ACCOUNTS[token];
      if (!account) throw new DomainError('unauthenticated', 'text', { text: 'No such session.' });
      const shown = { ...account, lastName: 'L', company: '', createdAt: new Date(0), addressVerified: true };
      return { token, endsAt: new Date('2090-01-01'), account: shown };
    },
    keepConsent: async (request) => {
      handles += 1;
      const handle = `handle-${handles}`;
      consents.set(handle, request);
      return { handle };
    },
    takeConsent: async ({ accountId, handle }) => {
      const kept = consents.get(handle);
      if (kept?.accountId !== accountId) throw new DomainError('not_found', 'text', { text: 'Gone.' });
      consents.delete(handle);
      return { authorizationRequest: kept.authorizationRequest };
    },
    issueCode: async (request) => {
      issued.push(request);
      return { code: GOOD_CODE };
    },
    redeemCode: async (request) => {
      redeemed.push(request);
      if (request.code !== GOOD_CODE)
        throw new DomainError('unauthenticated', 'text', { text: INVALID_GRANT });
      return tokens;
    },
    refreshOAuthTokens: async ({ refreshToken }) => {
      if (refreshToken !== GOOD_REFRESH)
        throw new DomainError('unauthenticated', 'text', { text: INVALID_GRANT });
      return tokens;
    },
    countTokenRequest: async () => ({ allowed: true }),
  };
  const forget = () => {
    for (const list of [issued, redeemed]) list.length = 0;
  };
  return { handlers, issued, redeemed, forget };
}
