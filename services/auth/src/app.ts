import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BoundedQueue } from '@parcelyard/service-kit/bounded-queue';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { serviceVariables } from '@parcelyard/service-kit/config';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createAbuseMetrics } from './adapters/abuse-metrics';
import { createAesBox } from './adapters/crypto/aes-box';
import { createAesTokenSecrets } from './adapters/crypto/aes-token-secrets';
import { createArgon2Passwords } from './adapters/crypto/argon2-passwords';
import { createAuthHandlers } from './adapters/grpc/auth-handlers';
import { accountIndexes, createAccountStore } from './adapters/mongo/account-store';
import { approvalIndexes, createApprovalStore } from './adapters/mongo/approval-store';
import { budgetWindowIndexes, createBudgetWindows } from './adapters/mongo/budget-windows';
import { connectedAppIndexes, createConnectedAppStore } from './adapters/mongo/connected-app-store';
import { createIdempotencyStore, idempotencyIndexes } from './adapters/mongo/idempotency-store';
import { createSessionStore, sessionIndexes } from './adapters/mongo/session-store';
import { createTokenRequestWindows, tokenRequestWindowIndexes } from './adapters/mongo/token-request-windows';
import { createTokenStore, tokenIndexes } from './adapters/mongo/token-store';
import { type AuthConfig, budgetsOf } from './config';
import type { ReportReplay } from './ports';
import { attemptSignIn } from './use-cases/attempt-sign-in';
import { authorizeRequests } from './use-cases/authorize-requests';
import { changePassword } from './use-cases/change-password';
import { claimIdempotencyKey } from './use-cases/claim-idempotency-key';
import { countTokenRequest } from './use-cases/count-token-request';
import { createAccount } from './use-cases/create-account';
import { describeAccessToken } from './use-cases/describe-access-token';
import { disconnectApp } from './use-cases/disconnect-app';
import { endSession } from './use-cases/end-session';
import { getAccount } from './use-cases/get-account';
import { getSession } from './use-cases/get-session';
import { issueCode } from './use-cases/issue-code';
import { keepApproval } from './use-cases/keep-approval';
import { listConnectedApps } from './use-cases/list-connected-apps';
import { redeemCode } from './use-cases/redeem-code';
import { refreshOAuthTokens } from './use-cases/refresh-oauth-tokens';
import { replaceAccessToken } from './use-cases/replace-access-token';
import { settleIdempotencyKey } from './use-cases/settle-idempotency-key';
import { showAccessToken } from './use-cases/show-access-token';
import { signIn } from './use-cases/sign-in';
import { spendBudget } from './use-cases/spend-budget';
import { takeApproval } from './use-cases/take-approval';
import { createVerificationLink, verifyAddress } from './use-cases/verify-address';
import { verifyPassword } from './use-cases/verify-password';

export interface AuthDependencies {
  config: Omit<AuthConfig, keyof typeof serviceVariables | 'MONGODB_DB'>;
  mongo: MongoConnection;
  clock: Clock;
  logger: Logger;
}

export async function createAuthApp({
  config,
  mongo,
  clock,
  logger,
}: AuthDependencies): Promise<ServiceApp<typeof AuthDefinition>> {
  await ensureIndexes(mongo.db, {
    ...accountIndexes,
    ...tokenIndexes,
    ...connectedAppIndexes,
    ...approvalIndexes,
    ...tokenRequestWindowIndexes,
    ...sessionIndexes,
    ...budgetWindowIndexes,
    ...idempotencyIndexes,
  });
  const accounts = createAccountStore(mongo.db);
  const tokens = createTokenStore(mongo.db);
  const queue = new BoundedQueue({
    concurrency: config.PASSWORDS_AT_ONCE,
    waiting: config.PASSWORDS_WAITING,
  });
  const passwords = createArgon2Passwords(queue);
  const secrets = createAesTokenSecrets(config.TOKEN_KEYS);
  const accessTokens = { accounts, tokens, secrets, clock, lifetimeSeconds: config.ACCESS_TOKEN_TTL_S };
  const apps = createConnectedAppStore(mongo.db);
  const approvals = { approvals: createApprovalStore(mongo.db), secrets, clock };
  const windows = createTokenRequestWindows(mongo.db);
  const lifetimes = {
    code: config.OAUTH_CODE_TTL_S,
    access: config.OAUTH_ACCESS_TTL_S,
    refresh: config.OAUTH_REFRESH_TTL_S,
  };
  const reportReplay: ReportReplay = (kind, app) =>
    logger.warn({ kind, ...app }, 'a used code or token came again: all that the app had is revoked');
  const oauth = { accounts, apps, secrets, clock, lifetimes, reportReplay };
  const sessions = createSessionStore(mongo.db);
  const metrics = createAbuseMetrics(queue);
  const budgets = budgetsOf(config);
  const counting = { windows: createBudgetWindows(mongo.db), secrets, clock, note: metrics.note };
  const attempt = attemptSignIn({ ...counting, budget: budgets.sign_in, passwords });
  const signIns = { accounts, sessions, secrets, clock, attempt };
  const verification = { accounts, secrets, clock, lifetimeSeconds: config.VERIFICATION_LINK_TTL_S };
  const records = createIdempotencyStore(mongo.db);
  const idempotency = { records, answers: createAesBox(config.TOKEN_KEYS, 'rest-answer'), secrets, clock };
  return {
    definition: AuthDefinition,
    handlers: createAuthHandlers({
      authorizeRequests: authorizeRequests({ tokens, apps, secrets, clock }),
      createAccount: createAccount({ accounts, passwords, clock }),
      getAccount: getAccount({ accounts }),
      verifyPassword: verifyPassword({ accounts, passwords }),
      createVerificationLink: createVerificationLink(verification),
      verifyAddress: verifyAddress(verification),
      spendBudget: spendBudget({ ...counting, budgets }),
      showAccessToken: showAccessToken(accessTokens),
      replaceAccessToken: replaceAccessToken(accessTokens),
      keepApproval: keepApproval(approvals),
      takeApproval: takeApproval(approvals),
      issueCode: issueCode(oauth),
      redeemCode: redeemCode(oauth),
      refreshOAuthTokens: refreshOAuthTokens(oauth),
      listConnectedApps: listConnectedApps(oauth),
      disconnectApp: disconnectApp(oauth),
      countTokenRequest: countTokenRequest({ windows, secrets, clock }),
      describeAccessToken: describeAccessToken({ tokens, clock }),
      signIn: signIn(signIns),
      getSession: getSession({ accounts, sessions, secrets, clock }),
      endSession: endSession({ sessions, secrets }),
      changePassword: changePassword(signIns),
      claimIdempotencyKey: claimIdempotencyKey(idempotency),
      settleIdempotencyKey: settleIdempotencyKey(idempotency),
      releaseIdempotencyKey: records.release,
    }),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: metrics.all,
    stop: async () => undefined,
  };
}
