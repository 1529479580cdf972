import type { AuthDefinition } from '@parcelyard/contracts/auth';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import {
  type AccessTokenPorts,
  describeAccessToken,
  replaceAccessToken,
  showAccessToken,
} from '../../use-cases/access-tokens';
import { type ActivityPorts, beginActivity, endActivity, listActivity } from '../../use-cases/activity';
import { type AuthorizePorts, authorizeRequests } from '../../use-cases/authorize-requests';
import { changePassword } from '../../use-cases/change-password';
import { disconnectApp, listConnectedApps } from '../../use-cases/connected-apps';
import { type ConsentPorts, issueCode, keepConsent, takeConsent } from '../../use-cases/consents';
import { type AccountPorts, createAccount, getAccount, listAccounts } from '../../use-cases/create-account';
import {
  claimIdempotencyKey,
  type IdempotencyPorts,
  releaseIdempotencyKey,
  settleIdempotencyKey,
} from '../../use-cases/idempotency-keys';
import { countTokenRequest, redeemCode } from '../../use-cases/oauth-tokens';
import { type RefreshPorts, refreshOAuthTokens } from '../../use-cases/refresh-oauth-tokens';
import { endSession, getSession } from '../../use-cases/sessions';
import { type SignInPorts, signIn, verifyPassword } from '../../use-cases/sign-in';
import { type QuotaPorts, takeQuota } from '../../use-cases/take-quota';
import { setTimeZone } from '../../use-cases/time-zones';
import {
  createVerificationLink,
  type VerificationPorts,
  verifyAddress,
} from '../../use-cases/verify-address';

type Ports = AccountPorts &
  VerificationPorts &
  AuthorizePorts &
  AccessTokenPorts &
  ConsentPorts &
  RefreshPorts &
  SignInPorts &
  QuotaPorts &
  IdempotencyPorts &
  ActivityPorts;

/** The contract's methods, each by its use case. */
export function createHandlers(ports: Ports): RpcHandlers<AuthDefinition> {
  return {
    authorize: (request) => authorizeRequests(ports, request),
    createAccount: (request, { signal }) => createAccount(ports, request, signal),
    getAccount: (request) => getAccount(ports, request),
    setTimeZone: (request) => setTimeZone(ports, request),
    listAccounts: (request) => listAccounts(ports, request),
    createVerificationLink: (request) => createVerificationLink(ports, request),
    verifyAddress: (request) => verifyAddress(ports, request),
    verifyPassword: (request, { signal }) => verifyPassword(ports, request, signal),
    showAccessToken: (request) => showAccessToken(ports, request),
    replaceAccessToken: (request) => replaceAccessToken(ports, request),
    describeAccessToken: (request) => describeAccessToken(ports, request),
    keepConsent: (request) => keepConsent(ports, request),
    takeConsent: (request) => takeConsent(ports, request),
    issueCode: (request) => issueCode(ports, request),
    redeemCode: (request) => redeemCode(ports, request),
    refreshOAuthTokens: (request) => refreshOAuthTokens(ports, request),
    countTokenRequest: (request) => countTokenRequest(ports, request),
    listConnectedApps: (request) => listConnectedApps(ports, request),
    disconnectApp: (request) => disconnectApp(ports, request),
    takeQuota: (request) => takeQuota(ports, request),
    signIn: (request, { signal }) => signIn(ports, request, signal),
    getSession: (request) => getSession(ports, request),
    endSession: (request) => endSession(ports, request),
    changePassword: (request, { signal }) => changePassword(ports, request, signal),
    claimIdempotencyKey: (request) => claimIdempotencyKey(ports, request),
    settleIdempotencyKey: (request) => settleIdempotencyKey(ports, request),
    releaseIdempotencyKey: (request) => releaseIdempotencyKey(ports, request),
    beginActivity: (request) => beginActivity(ports, request),
    endActivity: (request) => endActivity(ports, request),
    listActivity: (request) => listActivity(ports, request),
  };
}
