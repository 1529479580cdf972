import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { later, type OAuthLifetimes } from '../domain/oauth-grant';
import { formatAuthorizationCode, SECRET_BYTES } from '../domain/oauth-token';
import type { Accounts, ConnectedApps, ReportReplay, TokenSecrets } from '../ports';
import { getAccount } from './get-account';

export interface OAuthDependencies {
  accounts: Accounts;
  apps: ConnectedApps;
  secrets: TokenSecrets;
  clock: Clock;
  lifetimes: OAuthLifetimes;
  reportReplay: ReportReplay;
}

export interface Approval {
  accountId: AccountId;
  clientId: string;
  clientName: string;
  clientHost: string;
  redirectUri: string;
  codeChallenge: string;
}

/** @throws DomainError not_found for the account */
export const issueCode =
  (dependencies: OAuthDependencies) =>
  async (approval: Approval): Promise<string> => {
    const { apps, secrets, clock, lifetimes } = dependencies;
    const { accountId, clientId, clientName: name, clientHost: host, redirectUri, codeChallenge } = approval;
    await getAccount(dependencies)(accountId);
    const code = formatAuthorizationCode(secrets.random(SECRET_BYTES));
    const now = clock.now();
    await apps.issueCode(
      { accountId, appId: secrets.hash(clientId), clientId, name, host },
      { codeHash: secrets.hash(code), redirectUri, codeChallenge, codeExpiresAt: later(now, lifetimes.code) },
      now,
    );
    return code;
  };
