import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isLive } from '../domain/authorization';
import type { AccessTokenDescription, Tokens } from '../ports';

/** What is known of the account's live access token without its text; undefined when there is none. */
export const describeAccessToken =
  ({ tokens, clock }: { tokens: Tokens; clock: Clock }) =>
  async (accountId: AccountId): Promise<AccessTokenDescription | undefined> => {
    const description = await tokens.describeAccessToken(accountId);
    return description && isLive(description, clock.now()) ? description : undefined;
  };
