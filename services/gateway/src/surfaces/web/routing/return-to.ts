const LOCAL = 'http://local.invalid';

/**
 * The path to open after sign-in, always inside this application. Some addresses are read by browsers as another site
 * (`//evil.example`, `/\evil.example`, a scheme, control characters). For these, the fallback is returned.
 */
export function returnTo(path: string | null, fallback = '/'): string {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, LOCAL)) return fallback;
  const url = new URL(path, LOCAL);
  if (url.origin !== LOCAL || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}`;
}

/** The sign-in page. After sign-in, it leads back to the visitor's page. */
export const signInFor = (path: string, search = ''): string =>
  path === '/' ? '/signin' : `/signin?return_to=${encodeURIComponent(`${path}${search}`)}`;
