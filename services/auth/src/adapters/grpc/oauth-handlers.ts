import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { accountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { countTokenRequest } from '../../use-cases/count-token-request';
import type { disconnectApp } from '../../use-cases/disconnect-app';
import type { issueCode } from '../../use-cases/issue-code';
import type { keepApproval } from '../../use-cases/keep-approval';
import type { listConnectedApps } from '../../use-cases/list-connected-apps';
import type { redeemCode } from '../../use-cases/redeem-code';
import type { refreshOAuthTokens } from '../../use-cases/refresh-oauth-tokens';
import type { takeApproval } from '../../use-cases/take-approval';

export interface OAuthUseCases {
  keepApproval: ReturnType<typeof keepApproval>;
  takeApproval: ReturnType<typeof takeApproval>;
  issueCode: ReturnType<typeof issueCode>;
  redeemCode: ReturnType<typeof redeemCode>;
  refreshOAuthTokens: ReturnType<typeof refreshOAuthTokens>;
  listConnectedApps: ReturnType<typeof listConnectedApps>;
  disconnectApp: ReturnType<typeof disconnectApp>;
  countTokenRequest: ReturnType<typeof countTokenRequest>;
}

type OAuthMethod = keyof OAuthUseCases;

export function createOAuthHandlers(
  useCases: OAuthUseCases,
): Pick<RpcHandlers<typeof AuthDefinition>, OAuthMethod> {
  return {
    keepApproval: async (request) => ({
      handle: await useCases.keepApproval(accountId(request.accountId), request.authorizationRequest),
    }),
    takeApproval: async (request) => ({
      authorizationRequest: await useCases.takeApproval(accountId(request.accountId), request.handle),
    }),
    issueCode: async (request) => ({
      code: await useCases.issueCode({ ...request, accountId: accountId(request.accountId) }),
    }),
    redeemCode: (request) => useCases.redeemCode(request),
    refreshOAuthTokens: ({ clientId, refreshToken }) => useCases.refreshOAuthTokens(clientId, refreshToken),
    listConnectedApps: async (request) => ({
      apps: await useCases.listConnectedApps(accountId(request.accountId)),
    }),
    disconnectApp: async (request) => ({
      disconnected: await useCases.disconnectApp(accountId(request.accountId), request.appId),
    }),
    countTokenRequest: async ({ ip }) => ({ allowed: await useCases.countTokenRequest(ip) }),
  };
}
