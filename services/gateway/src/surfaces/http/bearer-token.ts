export type BearerToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'missing' }
  /** The text after `Bearer` does not have the form of a token. */
  | { readonly kind: 'malformed' };

const MAX_TOKEN_LENGTH = 512;
/** The characters of a token (RFC 6750, `b64token`). */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const SCHEME = /^bearer(?: |$)/i;

export function readBearerToken(header: string | undefined): BearerToken {
  if (header === undefined || !SCHEME.test(header)) return { kind: 'missing' };
  const token = header.slice('bearer'.length).trim();
  if (token === '') return { kind: 'missing' };
  return token.length <= MAX_TOKEN_LENGTH && TOKEN.test(token)
    ? { kind: 'token', token }
    : { kind: 'malformed' };
}
