import type { AccountId } from '@parcelyard/service-kit/ids';
import { getAccount } from './get-account';
import { type AccessToken, issueAccessToken } from './issue-access-token';
import type { AccessTokenDependencies } from './show-access-token';

/**
 * A new access token in the place of the old one, which is invalid on every surface from the same write on.
 * @throws DomainError not_found for the account
 */
export const replaceAccessToken =
  (dependencies: AccessTokenDependencies) =>
  async (accountId: AccountId): Promise<AccessToken> => {
    const { tokens, secrets, clock, lifetimeSeconds } = dependencies;
    await getAccount(dependencies)(accountId);
    const { token, expiresAt, record } = issueAccessToken(secrets, accountId, clock.now(), lifetimeSeconds);
    await tokens.replaceAccessToken(accountId, record);
    return { token, expiresAt };
  };
