import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isLive } from '../domain/authorization';
import type { Accounts, TokenSecrets, Tokens } from '../ports';
import { getAccount } from './get-account';
import { type AccessToken, issueAccessToken } from './issue-access-token';

export interface AccessTokenDependencies {
  accounts: Accounts;
  tokens: Tokens;
  secrets: TokenSecrets;
  clock: Clock;
  lifetimeSeconds: number;
}

/**
 * The account's access token: the same text while it is valid, otherwise a new one. However many ask at once, all get
 * the one that the first of them saved.
 * @throws DomainError not_found for the account; failed_precondition when the key that sealed the token was retired
 */
export const showAccessToken =
  (dependencies: AccessTokenDependencies) =>
  async (accountId: AccountId): Promise<AccessToken> => {
    const { tokens, secrets, clock, lifetimeSeconds } = dependencies;
    await getAccount(dependencies)(accountId);
    for (;;) {
      const now = clock.now();
      const present = await tokens.findAccessToken(accountId);
      if (present && isLive(present, now)) {
        const token = secrets.open(present, accountId);
        if (token !== undefined) return { token, expiresAt: present.expiresAt };
        throw DomainError.text(
          'failed_precondition',
          'The access token can no longer be shown, although it is still valid. Generate a new one to see it.',
          { detail: `key ${present.kid} is not in the ring` },
        );
      }
      const { token, expiresAt, record } = issueAccessToken(secrets, accountId, now, lifetimeSeconds);
      if (await tokens.issueAccessToken(accountId, record, now)) return { token, expiresAt };
    }
  };
