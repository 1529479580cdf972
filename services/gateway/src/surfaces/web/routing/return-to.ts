const LOCAL = 'http://local.invalid';

/**
 * Where to go after signing in: a path of this application, whatever the request names. What a browser would read as another
 * site (`//evil.example`, `/\evil.example`, a scheme, control characters) becomes the fallback.
 */
export function returnTo(path: string | null, fallback = '/'): string {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, LOCAL)) return fallback;
  const url = new URL(path, LOCAL);
  if (url.origin !== LOCAL || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}`;
}

/** The sign-in page that leads back to where the visitor was. */
export const signInFor = (path: string, search = ''): string =>
  path === '/' ? '/signin' : `/signin?return_to=${encodeURIComponent(`${path}${search}`)}`;
