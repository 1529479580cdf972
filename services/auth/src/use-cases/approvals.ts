import type {
  AuthorizationCode,
  IssueCodeRequest,
  KeepApprovalRequest,
  KeptApproval,
  TakeApprovalRequest,
  TakenApproval,
} from '@parcelyard/contracts/oauth';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { TokenSecrets } from '../adapters/crypto/token-secrets';
import type { AccountStore } from '../adapters/mongo/account-store';
import type { ApprovalStore } from '../adapters/mongo/approval-store';
import type { ConnectedAppStore } from '../adapters/mongo/connected-app-store';
import { later, type OAuthLifetimes } from '../domain/oauth-grant';
import { formatAuthorizationCode, SECRET_BYTES } from '../domain/tokens';
import { getAccount } from './create-account';

export interface ApprovalPorts {
  readonly accounts: AccountStore;
  readonly apps: ConnectedAppStore;
  readonly approvals: ApprovalStore;
  readonly secrets: TokenSecrets;
  readonly clock: Clock;
  readonly lifetimes: OAuthLifetimes;
}

/** How long an approval page may stay open. */
const LIFETIME_SECONDS = 600;

/** The handle by which the approval page's form gets the request back, once. */
export async function keepApproval(
  { approvals, secrets, clock }: ApprovalPorts,
  request: KeepApprovalRequest,
): Promise<KeptApproval> {
  const handle = secrets.random(SECRET_BYTES);
  const expiresAt = later(clock.now(), LIFETIME_SECONDS);
  await approvals.insert(secrets.hash(handle), { ...request, expiresAt });
  return { handle };
}

/** @throws DomainError not_found for a handle that was taken, is too old, or belongs to another account */
export async function takeApproval(
  { approvals, secrets, clock }: ApprovalPorts,
  { accountId, handle }: TakeApprovalRequest,
): Promise<TakenApproval> {
  const authorizationRequest = await approvals.take(accountId, secrets.hash(handle), clock.now());
  if (authorizationRequest !== undefined) return { authorizationRequest };
  throw new DomainError('not_found', 'approval_answered', {});
}

/** @throws DomainError not_found for the account */
export async function issueCode(
  ports: ApprovalPorts,
  { accountId, clientId, clientName, clientHost, redirectUri, codeChallenge }: IssueCodeRequest,
): Promise<AuthorizationCode> {
  const { apps, secrets, clock, lifetimes } = ports;
  await getAccount(ports, { accountId });
  const code = formatAuthorizationCode(secrets.random(SECRET_BYTES));
  const now = clock.now();
  await apps.issueCode(
    { accountId, appId: secrets.hash(clientId), clientId, name: clientName, host: clientHost },
    { codeHash: secrets.hash(code), redirectUri, codeChallenge, codeExpiresAt: later(now, lifetimes.code) },
    now,
  );
  return { code };
}
