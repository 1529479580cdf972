/** Random bytes of every token and code: 256 bits, 43 characters in base64url. */
export const SECRET_BYTES = 32;
/** Random bytes of the family: the first part of all refresh tokens of one connection. */
export const FAMILY_BYTES = 16;

const ACCOUNT_ACCESS = 'OAUTH2.';
/**
 * The prefix of an OAuth token. From the prefix, people and scanners recognise a leaked token. The prefix also
 * distinguishes an OAuth token from an account's access token.
 */
const OAUTH_ACCESS = 'pyoa_';
const OAUTH_REFRESH = 'pyor_';
const OAUTH_CODE = 'pyoc_';
const FAMILY_LENGTH = 22;
const REFRESH_SHAPE = /^pyor_[A-Za-z0-9_-]{65}$/;

/** @param secret random bytes in base64url */
export const formatAccessToken = (secret: string): string => ACCOUNT_ACCESS + secret;
export const formatAuthorizationCode = (secret: string): string => OAUTH_CODE + secret;
export const formatOAuthAccessToken = (secret: string): string => OAUTH_ACCESS + secret;
export const isOAuthAccessToken = (token: string): boolean => token.startsWith(OAUTH_ACCESS);

/**
 * A refresh token begins with the family, which identifies its connection. If this connection now has a different
 * refresh token, the given refresh token was replaced. So the service needs no list of replaced tokens.
 */
export const formatRefreshToken = (family: string, secret: string): string => OAUTH_REFRESH + family + secret;

/** Returns the family of a refresh token; undefined for a text of another form. */
export const familyOf = (refreshToken: string): string | undefined =>
  REFRESH_SHAPE.test(refreshToken)
    ? refreshToken.slice(OAUTH_REFRESH.length, OAUTH_REFRESH.length + FAMILY_LENGTH)
    : undefined;

const MAX_BEARER_LENGTH = 512;
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

/** Returns whether a text can be a bearer token (RFC 6750 §2.1). If not, no database read is needed. */
export const isBearerToken = (text: string): boolean => text.length <= MAX_BEARER_LENGTH && BEARER.test(text);

/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

export const isCodeVerifier = (text: string): boolean => CODE_VERIFIER.test(text);

/** Returns whether a token is valid. It is invalid from `expiresAt` on. */
export const isLive = (token: { expiresAt: Date }, now: Date): boolean => token.expiresAt > now;
