const PREFIX = 'OAUTH2.';

/** Random bytes in an access token: 256 bits, 43 characters of base64url. */
export const ACCESS_TOKEN_BYTES = 32;

/** @param encoded the random bytes in base64url */
export const formatAccessToken = (encoded: string): string => `${PREFIX}${encoded}`;

const MAX_BEARER_LENGTH = 512;
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

/** Whether a text can be any bearer token at all (RFC 6750 §2.1); what cannot needs no look-up. */
export const isBearerToken = (text: string): boolean => text.length <= MAX_BEARER_LENGTH && BEARER.test(text);
