import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type {
  ConnectedApp,
  IssueCodeRequest,
  OAuthTokens,
  RedeemCodeRequest,
  RefreshOAuthTokensRequest,
} from '@parcelyard/contracts/oauth';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller, Unowned } from './caller';

/** Sign-ins of apps (OAuth 2.1), kept by the auth service. */
export interface SignInsClient {
  /** Keeps an authorization request while its approval page is open; the handle gives it back once. */
  keepApproval(caller: Caller, authorizationRequest: string): Promise<string>;
  /** @throws DomainError not_found when it was taken, is too old, or is another account's */
  takeApproval(caller: Caller, handle: string): Promise<string>;
  issueCode(caller: Caller, approval: Unowned<IssueCodeRequest>): Promise<string>;
  /** @throws DomainError unauthenticated, the same for every cause */
  redeemCode(requestId: string, request: RedeemCodeRequest): Promise<OAuthTokens>;
  /** @throws DomainError unauthenticated, the same for every cause */
  refreshTokens(requestId: string, request: RefreshOAuthTokensRequest): Promise<OAuthTokens>;
  listConnectedApps(caller: Caller): Promise<readonly ConnectedApp[]>;
  /** Revokes all that the app has to the account; repeating it changes nothing. */
  disconnectApp(caller: Caller, appId: string): Promise<void>;
  /** Counts one request of this address to the token endpoint; false when it is over the limit. */
  countTokenRequest(requestId: string, ip: string): Promise<boolean>;
}

const TIMEOUT_MS = 10_000;

export function createSignInsClient(rpc: RpcClient<typeof AuthDefinition>): SignInsClient {
  const options = (requestId: string) => ({ requestId, timeoutMs: TIMEOUT_MS });
  return {
    keepApproval: async ({ accountId, requestId }, authorizationRequest) =>
      (await rpc.keepApproval({ accountId, authorizationRequest }, options(requestId))).handle,
    takeApproval: async ({ accountId, requestId }, handle) =>
      (await rpc.takeApproval({ accountId, handle }, options(requestId))).authorizationRequest,
    issueCode: async ({ accountId, requestId }, approval) =>
      (await rpc.issueCode({ ...approval, accountId }, options(requestId))).code,
    redeemCode: (requestId, request) => rpc.redeemCode(request, options(requestId)),
    refreshTokens: (requestId, request) => rpc.refreshOAuthTokens(request, options(requestId)),
    listConnectedApps: async ({ accountId, requestId }) =>
      (await rpc.listConnectedApps({ accountId }, options(requestId))).apps,
    disconnectApp: async ({ accountId, requestId }, appId) => {
      await rpc.disconnectApp({ accountId, appId }, options(requestId));
    },
    countTokenRequest: async (requestId, ip) =>
      (await rpc.countTokenRequest({ ip }, options(requestId))).allowed,
  };
}
