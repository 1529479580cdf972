import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import { withPorts } from '@parcelyard/service-kit/rpc/with-ports';
import type { AuthPorts } from '../../ports';
import { describeAccessToken, replaceAccessToken, showAccessToken } from '../../use-cases/access-tokens';
import { beginActivity, endActivity, listActivity } from '../../use-cases/activity';
import { type AuthorizePorts, authorizeRequests } from '../../use-cases/authorize-requests';
import { changePassword } from '../../use-cases/change-password';
import { disconnectApp, listConnectedApps } from '../../use-cases/connected-apps';
import { issueCode, keepConsent, takeConsent } from '../../use-cases/consents';
import { createAccount, getAccount, listAccounts } from '../../use-cases/create-account';
import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
  settleIdempotencyKey,
} from '../../use-cases/idempotency-keys';
import { countTokenRequest, redeemCode } from '../../use-cases/oauth-tokens';
import { type RefreshPorts, refreshOAuthTokens } from '../../use-cases/refresh-oauth-tokens';
import { endSession, getSession } from '../../use-cases/sessions';
import { type SignInPorts, signIn, verifyPassword } from '../../use-cases/sign-in';
import { takeQuota } from '../../use-cases/take-quota';
import { setTimeZone } from '../../use-cases/time-zones';
import { createVerificationLink, verifyAddress } from '../../use-cases/verify-address';

type Ports = AuthPorts & AuthorizePorts & RefreshPorts & SignInPorts;

export function createHandlers(ports: Ports): RpcHandlers<AuthDefinition> {
  return {
    ...withPorts(ports, {
      authorize: authorizeRequests,
      getAccount,
      setTimeZone,
      listAccounts,
      createVerificationLink,
      verifyAddress,
      showAccessToken,
      replaceAccessToken,
      describeAccessToken,
      keepConsent,
      takeConsent,
      issueCode,
      redeemCode,
      refreshOAuthTokens,
      countTokenRequest,
      listConnectedApps,
      disconnectApp,
      takeQuota,
      getSession,
      endSession,
      claimIdempotencyKey,
      settleIdempotencyKey,
      releaseIdempotencyKey,
      beginActivity,
      endActivity,
      listActivity,
    }),
    createAccount: (request, { signal }) => createAccount(ports, request, signal),
    verifyPassword: (request, { signal }) => verifyPassword(ports, request, signal),
    signIn: (request, { signal }) => signIn(ports, request, signal),
    changePassword: (request, { signal }) => changePassword(ports, request, signal),
  };
}
