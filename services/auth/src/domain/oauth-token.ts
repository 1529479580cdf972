/**
 * Codes and tokens of OAuth sign-ins: 256 random bits in base64url behind a prefix, by which a leaked one is recognised
 * and the access tokens of accounts (`OAUTH2.…`) are told apart. To clients they are opaque.
 */
export const SECRET_BYTES = 32;
/** Names the line of refresh tokens of one connection. */
export const FAMILY_BYTES = 16;

const ACCESS = 'pyoa_';
const REFRESH = 'pyor_';
const CODE = 'pyoc_';
const FAMILY_LENGTH = 22;
const REFRESH_SHAPE = /^pyor_[A-Za-z0-9_-]{65}$/;

export const formatAuthorizationCode = (secret: string): string => CODE + secret;
export const formatOAuthAccessToken = (secret: string): string => ACCESS + secret;
export const isOAuthAccessToken = (token: string): boolean => token.startsWith(ACCESS);

/**
 * Every refresh token of a connection carries the connection's family, so that one that was rotated long ago is known
 * for what it is without a list of all that there ever were.
 */
export const formatRefreshToken = (family: string, secret: string): string => REFRESH + family + secret;

/** undefined for a text that is no refresh token. */
export const familyOf = (refreshToken: string): string | undefined =>
  REFRESH_SHAPE.test(refreshToken)
    ? refreshToken.slice(REFRESH.length, REFRESH.length + FAMILY_LENGTH)
    : undefined;
