import type {
  AccessToken,
  AccessTokenDescription,
  Account,
  AuthDefinition,
  CreateAccountRequest,
  SignInResponse,
  VerificationLink,
} from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import type { Caller } from './caller';

/** Who is signed in. */
export interface Member {
  readonly accountId: number;
  readonly email: string;
  /** The person's name, or the address where no name is known. */
  readonly name: string;
  readonly company: string;
  readonly since: Date;
  /** Whether they proved to read the mail of the address; without it the account mails nobody else. */
  readonly addressVerified: boolean;
}

/** A session that was just opened; its text is for the cookie alone. */
export interface OpenedSession {
  readonly token: string;
  readonly endsAt: Date;
  readonly member: Member;
}

export type SignInOutcome =
  | { readonly session: OpenedSession }
  /** Too many failed of late; nothing was checked. */
  | { readonly retryAfterSeconds: number };

/** The people of the web application: their accounts, sessions and access tokens. */
export interface MembersClient {
  createAccount(requestId: string, account: CreateAccountRequest): Promise<Member>;
  /** @throws DomainError unauthenticated; counts no attempts, so it is for callers who may be trusted with that */
  verifyPassword(requestId: string, email: string, password: string): Promise<Member>;
  signIn(requestId: string, email: string, password: string, ip: string): Promise<SignInOutcome>;
  /** @throws DomainError unauthenticated when the session is unknown, ended or expired */
  getMember(requestId: string, sessionToken: string): Promise<Member>;
  endSession(requestId: string, sessionToken: string): Promise<void>;
  changePassword(caller: Caller, present: string, next: string, ip: string): Promise<SignInOutcome>;
  /** The text of a fresh link that proves the address, and its end. @throws DomainError failed_precondition when it is */
  createVerificationLink(caller: Caller): Promise<VerificationLink>;
  /** @throws DomainError not_found for a link that was used or is too old */
  verifyAddress(requestId: string, token: string): Promise<Member>;
  showAccessToken(caller: Caller): Promise<AccessToken>;
  replaceAccessToken(caller: Caller): Promise<AccessToken>;
  describeAccessToken(caller: Caller): Promise<AccessTokenDescription>;
}

// A password takes tens of milliseconds of work, and many may come at once.
const PASSWORD_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 5_000;

export function createMembersClient(rpc: RpcClient<typeof AuthDefinition>): MembersClient {
  return {
    createAccount: async (requestId, account) =>
      toMember(await rpc.createAccount(account, { requestId, timeoutMs: PASSWORD_TIMEOUT_MS })),
    verifyPassword: async (requestId, email, password) =>
      toMember(await rpc.verifyPassword({ email, password }, { requestId, timeoutMs: PASSWORD_TIMEOUT_MS })),
    signIn: async (requestId, email, password, ip) =>
      toOutcome(await rpc.signIn({ email, password, ip }, { requestId, timeoutMs: PASSWORD_TIMEOUT_MS })),
    getMember: async (requestId, token) => {
      const { account } = await rpc.getSession({ token }, { requestId, timeoutMs: TIMEOUT_MS });
      return toMember(account);
    },
    endSession: async (requestId, token) => {
      await rpc.endSession({ token }, { requestId, timeoutMs: TIMEOUT_MS });
    },
    changePassword: async ({ accountId, requestId }, presentPassword, newPassword, ip) =>
      toOutcome(
        await rpc.changePassword(
          { accountId, presentPassword, newPassword, ip },
          { requestId, timeoutMs: PASSWORD_TIMEOUT_MS },
        ),
      ),
    createVerificationLink: ({ accountId, requestId }) =>
      rpc.createVerificationLink({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    verifyAddress: async (requestId, token) =>
      toMember(await rpc.verifyAddress({ token }, { requestId, timeoutMs: TIMEOUT_MS })),
    showAccessToken: ({ accountId, requestId }) =>
      rpc.showAccessToken({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    replaceAccessToken: ({ accountId, requestId }) =>
      rpc.replaceAccessToken({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
    describeAccessToken: ({ accountId, requestId }) =>
      rpc.describeAccessToken({ accountId }, { requestId, timeoutMs: TIMEOUT_MS }),
  };
}

function toOutcome({ outcome }: SignInResponse): SignInOutcome {
  if (outcome?.$case === 'throttled') return outcome.throttled;
  if (outcome?.$case !== 'session') throw unexpected('a sign-in without an outcome');
  const { token, endsAt, account } = outcome.session;
  if (!endsAt) throw unexpected('a session without an end');
  return { session: { token, endsAt, member: toMember(account) } };
}

function toMember(account: Account | undefined): Member {
  if (!account) throw unexpected('a session without an account');
  const { accountId, email, firstName, lastName, company, createdAt, addressVerified } = account;
  const name = [firstName, lastName].filter((part) => part !== '').join(' ') || email;
  return { accountId, email, name, company, since: createdAt ?? new Date(0), addressVerified };
}

const unexpected = (detail: string) =>
  DomainError.text('internal', 'Something went wrong on our side.', { detail });
