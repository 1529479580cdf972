import {
  type AccessTokenDescription,
  type AuthDefinition,
  type Authorization as AuthorizationMessage,
  type AuthorizeItem,
  AuthorizeOutcome,
  Connection,
  type SignInResponse,
  Surface,
} from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId } from '@parcelyard/service-kit/ids';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';
import type { Authorization } from '../../domain/authorization';
import { BUDGETS, type BudgetName } from '../../domain/budget';
import type { authorizeRequests, RequestToAuthorize } from '../../use-cases/authorize-requests';
import type { changePassword } from '../../use-cases/change-password';
import type { createAccount } from '../../use-cases/create-account';
import type { describeAccessToken } from '../../use-cases/describe-access-token';
import type { endSession } from '../../use-cases/end-session';
import type { getAccount } from '../../use-cases/get-account';
import type { getSession } from '../../use-cases/get-session';
import type { replaceAccessToken } from '../../use-cases/replace-access-token';
import type { showAccessToken } from '../../use-cases/show-access-token';
import type { SignInOutcome, signIn } from '../../use-cases/sign-in';
import type { spendBudget } from '../../use-cases/spend-budget';
import type { createVerificationLink, verifyAddress } from '../../use-cases/verify-address';
import type { verifyPassword } from '../../use-cases/verify-password';
import { createIdempotencyHandlers, type IdempotencyUseCases } from './idempotency-handlers';
import { createOAuthHandlers, type OAuthUseCases } from './oauth-handlers';

export interface AuthUseCases extends OAuthUseCases, IdempotencyUseCases {
  authorizeRequests: ReturnType<typeof authorizeRequests>;
  createAccount: ReturnType<typeof createAccount>;
  getAccount: ReturnType<typeof getAccount>;
  verifyPassword: ReturnType<typeof verifyPassword>;
  showAccessToken: ReturnType<typeof showAccessToken>;
  replaceAccessToken: ReturnType<typeof replaceAccessToken>;
  describeAccessToken: ReturnType<typeof describeAccessToken>;
  changePassword: ReturnType<typeof changePassword>;
  endSession: ReturnType<typeof endSession>;
  getSession: ReturnType<typeof getSession>;
  signIn: ReturnType<typeof signIn>;
  createVerificationLink: ReturnType<typeof createVerificationLink>;
  verifyAddress: ReturnType<typeof verifyAddress>;
  spendBudget: ReturnType<typeof spendBudget>;
}

export function createAuthHandlers(useCases: AuthUseCases): RpcHandlers<typeof AuthDefinition> {
  return {
    authorize: async ({ items }) => {
      const authorizations = await useCases.authorizeRequests(items.map(toRequest));
      return { authorizations: authorizations.map(toMessage) };
    },
    createAccount: (request, { signal }) => useCases.createAccount(request, signal),
    getAccount: (request) => useCases.getAccount(accountId(request.accountId)),
    verifyPassword: ({ email, password }, { signal }) => useCases.verifyPassword(email, password, signal),
    createVerificationLink: (request) => useCases.createVerificationLink(accountId(request.accountId)),
    verifyAddress: ({ token }) => useCases.verifyAddress(token),
    spendBudget: async ({ budget, ip, account }) => {
      const spending = await useCases.spendBudget(toBudget(budget), { ip, account });
      if ('spent' in spending) return { retryAfterSeconds: 0, network: false };
      const { retryAfterMs, refusedFor } = spending;
      return { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000), network: refusedFor === 'network' };
    },
    showAccessToken: (request) => useCases.showAccessToken(accountId(request.accountId)),
    replaceAccessToken: (request) => useCases.replaceAccessToken(accountId(request.accountId)),
    ...createOAuthHandlers(useCases),
    ...createIdempotencyHandlers(useCases),
    describeAccessToken: async (request) => {
      const known = await useCases.describeAccessToken(accountId(request.accountId));
      return known ?? NO_ACCESS_TOKEN;
    },
    signIn: async ({ email, password, ip }, { signal }) =>
      toSignInMessage(await useCases.signIn(email, password, ip, signal)),
    // The caller has the token already.
    getSession: async ({ token }) => ({ token: '', ...(await useCases.getSession(token)) }),
    endSession: async ({ token }) => {
      await useCases.endSession(token);
      return {};
    },
    changePassword: async ({ presentPassword, newPassword, ip, ...request }, { signal }) => {
      const account = accountId(request.accountId);
      return toSignInMessage(
        await useCases.changePassword(account, presentPassword, newPassword, ip, signal),
      );
    },
  };
}

function toBudget(text: string): BudgetName {
  const name = BUDGETS.find((budget) => budget === text);
  // What failed sign-ins use is counted where passwords are checked.
  if (name && name !== 'sign_in') return name;
  throw DomainError.text('invalid_argument', 'budget is not one of the budgets.', { field: 'budget' });
}

const NO_ACCESS_TOKEN: AccessTokenDescription = {
  issuedAt: undefined,
  expiresAt: undefined,
  lastUsedAt: undefined,
  usedOverMcp: false,
};

const toSignInMessage = (outcome: SignInOutcome): SignInResponse => ({
  outcome:
    'session' in outcome
      ? { $case: 'session', session: outcome.session }
      : {
          $case: 'throttled',
          throttled: { retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000) },
        },
});

function toRequest({ token, surface }: AuthorizeItem): RequestToAuthorize {
  if (surface === Surface.MCP) return { token, surface: 'mcp' };
  if (surface === Surface.REST) return { token, surface: 'rest' };
  throw DomainError.text('invalid_argument', 'surface is required.', { field: 'surface' });
}

const OUTCOME: Record<Authorization['outcome'], AuthorizeOutcome> = {
  granted: AuthorizeOutcome.GRANTED,
  invalid_token: AuthorizeOutcome.INVALID_TOKEN,
  expired_token: AuthorizeOutcome.EXPIRED_TOKEN,
  rate_limited: AuthorizeOutcome.RATE_LIMITED,
};

const CONNECTION = { access_token: Connection.ACCESS_TOKEN, oauth: Connection.OAUTH } as const;

function toMessage(authorization: Authorization): AuthorizationMessage {
  const outcome = OUTCOME[authorization.outcome];
  if (authorization.outcome === 'invalid_token') {
    return { outcome, accountId: 0, connection: Connection.UNSPECIFIED };
  }
  return {
    outcome,
    accountId: authorization.accountId,
    connection: CONNECTION[authorization.connection],
  };
}
