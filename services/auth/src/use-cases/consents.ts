import type {
  AuthorizationCode,
  IssueCodeRequest,
  KeepConsentRequest,
  KeptConsent,
  TakeConsentRequest,
  TakenConsent,
} from '@parcelyard/contracts/oauth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { later } from '../domain/oauth-grant';
import { formatAuthorizationCode, SECRET_BYTES } from '../domain/tokens';
import type { AuthPorts } from '../ports';
import { getAccount } from './create-account';
import { copyTimeZone, type TimeZonePorts } from './time-zones';

type ConsentPorts = TimeZonePorts & Pick<AuthPorts, 'consents' | 'secrets' | 'clock' | 'lifetimes'>;

const LIFETIME_SECONDS = 600;

/**
 * Saves an app's authorization request while the owner decides about it. Returns a handle for the consent page's form.
 * `takeConsent` returns the request for this handle once.
 */
export async function keepConsent(
  { consents, secrets, clock }: ConsentPorts,
  request: KeepConsentRequest,
): Promise<KeptConsent> {
  const handle = secrets.random(SECRET_BYTES);
  const expiresAt = later(clock.now(), LIFETIME_SECONDS);
  await consents.insert(secrets.hash(handle), { ...request, expiresAt });
  return { handle };
}

/** @throws DomainError not_found for a handle that was used, is too old, or belongs to another account */
export async function takeConsent(
  { consents, secrets, clock }: ConsentPorts,
  { accountId, handle }: TakeConsentRequest,
): Promise<TakenConsent> {
  const authorizationRequest = await consents.take(accountId, secrets.hash(handle), clock.now());
  if (authorizationRequest !== undefined) return { authorizationRequest };
  throw new DomainError('not_found', 'consent_answered', {});
}

/** @throws DomainError not_found for the account */
export async function issueCode(
  ports: ConsentPorts,
  { accountId, clientId, clientName, clientHost, redirectUri, codeChallenge }: IssueCodeRequest,
): Promise<AuthorizationCode> {
  const { apps, secrets, clock, lifetimes } = ports;
  await getAccount(ports, { accountId });
  const code = secrets.randomBeside({ accountId }, SECRET_BYTES, formatAuthorizationCode);
  const now = clock.now();
  await apps.issueCode(
    { accountId, appId: secrets.hash(clientId), clientId, name: clientName, host: clientHost },
    { codeHash: secrets.hash(code), redirectUri, codeChallenge, codeExpiresAt: later(now, lifetimes.code) },
    now,
  );
  await copyTimeZone(ports, accountId);
  return { code };
}
