const LOCAL = 'http://local.invalid';

/**
 * Returns the path to open after sign-in. The path is always on our site. If a browser may read the given path as
 * another site (`//evil.example`, `/\evil.example`, a scheme, control characters), returns the fallback.
 */
export function returnTo(path: string | null, fallback = '/'): string {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, LOCAL)) return fallback;
  const url = new URL(path, LOCAL);
  if (url.origin !== LOCAL || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}`;
}

/** With this parameter, the sign-in page says that a form was not accepted, because the session had ended. */
export const UNSENT = 'unsent';

/** Returns the address of the sign-in page. After sign-in, the visitor returns to the given path. */
export const signInFor = (path: string, search = ''): string =>
  path === '/' ? '/signin' : `/signin?return_to=${encodeURIComponent(`${path}${search}`)}`;
