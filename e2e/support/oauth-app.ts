import { createHash, randomBytes } from 'node:crypto';
import type { VisitedPage, Visitor } from '@parcelyard/testing/visitor';

/** An app that signs in step by step, for cases that no library covers. */
export interface OAuthApp {
  /** Returns the address to which a browser is sent. A value of `undefined` leaves the parameter out. */
  authorizeUrl(changes?: Record<string, string | undefined>): string;
  ask(visitor: Visitor, changes?: Record<string, string | undefined>): Promise<VisitedPage>;
  code(visitor: Visitor): Promise<string>;
  /**
   * Sends a token request.
   * @param ip the address from which the request comes
   */
  token(fields: Record<string, string | undefined>, ip?: string): Promise<TokenAnswer>;
  redeem(code: string, changes?: Record<string, string | undefined>): Promise<TokenAnswer>;
  refresh(refreshToken: string, changes?: Record<string, string | undefined>): Promise<TokenAnswer>;
  /** Returns tokens of a new connection, obtained on the consent page. */
  connect(visitor: Visitor): Promise<Tokens>;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

interface OAuthAppIdentity {
  readonly clientId: string;
  readonly redirectUri: string;
}

let turn = 0;
let addresses = 0;
/** Returns an unused address from those reserved for tests (RFC 5737, RFC 2544). */
const newAddress = () => {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
};

/**
 * Creates an app that sends each token request from a new address, because the limit of 30 a minute applies to each
 * address. The stack must trust one proxy, because the app sends the address in `X-Forwarded-For`.
 * @param gatewayUrls to which token requests are sent, in turn; by default the address of the pages
 */
export function createOAuthApp(
  baseUrl: string,
  { clientId, redirectUri }: OAuthAppIdentity,
  gatewayUrls: readonly string[] = [baseUrl],
): OAuthApp {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

  const authorizeUrl: OAuthApp['authorizeUrl'] = (changes = {}) =>
    `${baseUrl}/oauth/authorize?${form({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      state: 'a state/with+signs & 100%',
      ...changes,
    })}`;
  const ask: OAuthApp['ask'] = (visitor, changes) => visitor.open(authorizeUrl(changes));
  const code: OAuthApp['code'] = async (visitor) => {
    const page = await visitor.press(await ask(visitor), 'Allow');
    const received = page.leadsTo?.searchParams.get('code');
    if (!received) throw new Error(`No code, but ${page.status} ${page.leadsTo ?? page.html}`);
    return received;
  };
  const token: OAuthApp['token'] = async (fields, ip = newAddress()) => {
    turn += 1;
    const gatewayUrl = gatewayUrls[turn % gatewayUrls.length] as string;
    const response = await fetch(`${gatewayUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ip },
      body: form(fields),
    });
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Record<string, unknown> };
  };
  const redeem: OAuthApp['redeem'] = (received, changes = {}) =>
    token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: received,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
      ...changes,
    });
  return {
    authorizeUrl,
    ask,
    code,
    token,
    redeem,
    refresh: (refreshToken, changes = {}) =>
      token({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: refreshToken,
        ...changes,
      }),
    connect: async (visitor) => {
      const { status, body } = await redeem(await code(visitor));
      if (status !== 200) throw new Error(`No tokens, but ${status} ${JSON.stringify(body)}`);
      return body as unknown as Tokens;
    },
  };
}

const form = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
