import { createHash, randomBytes } from 'node:crypto';
import { type AuthorizeOutcome, Surface } from '@parcelyard/contracts/auth';
import type { OAuthTokens } from '@parcelyard/contracts/oauth';
import type { AuthUnderTest } from './start-auth';

/** Far in the future, so that MongoDB does not remove documents that a test still reads. */
export const FAR_AHEAD = '2090-01-02T15:00:20.000Z';

export const CLIENT_ID = 'https://assistant.example/oauth/client.json';
const REDIRECT_URI = 'https://assistant.example/callback?kind=mcp';

type Rpc = AuthUnderTest['auth'];

/** Creates an approved code, with all values that are needed to exchange it. */
export async function aCode(
  auth: Rpc,
  accountId: number,
  changes: { clientId?: string; name?: string } = {},
) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const clientId = changes.clientId ?? CLIENT_ID;
  const { code } = await auth.issueCode({
    accountId,
    clientId,
    clientName: changes.name ?? 'Assistant',
    clientHost: 'assistant.example',
    redirectUri: REDIRECT_URI,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  });
  return { clientId, code, redirectUri: REDIRECT_URI, codeVerifier };
}

export async function aConnection(
  auth: Rpc,
  accountId: number,
  changes: { clientId?: string } = {},
): Promise<OAuthTokens> {
  return auth.redeemCode(await aCode(auth, accountId, changes));
}

export const authorize = async (auth: Rpc, token: string) => {
  const { authorizations } = await auth.authorize({ items: [{ token, surface: Surface.MCP }] });
  return authorizations[0] as (typeof authorizations)[number];
};

export const outcomeOf = async (auth: Rpc, token: string): Promise<AuthorizeOutcome> =>
  (await authorize(auth, token)).outcome;

/** Waits for all attempts. Returns the results of those that succeeded and the errors of those that failed. */
export async function settle<T>(attempts: Promise<T>[]) {
  const settled = await Promise.allSettled(attempts);
  return {
    succeeded: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    refused: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : [])),
  };
}
