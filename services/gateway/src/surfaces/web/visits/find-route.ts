import type { Route } from './route';

type Found =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  /** The address exists, but not for this method. */
  | { readonly allow: string };

/** Looks an address up in the table of routes; undefined when no route has it. */
export function createFindRoute(
  routes: readonly Route[],
): (method: string, path: string) => Found | undefined {
  const known = routes.map((route) => ({ route, pattern: toPattern(route.path) }));
  return (method, path) => {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const matching = known.flatMap(({ route, pattern }) => {
      const match = pattern.exec(path);
      return match ? [{ route, params: decoded(match.groups ?? {}) }] : [];
    });
    if (matching.length === 0) return undefined;
    return (
      matching.find(({ route }) => route.method === wanted) ?? {
        allow: matching.map(({ route }) => (route.method === 'GET' ? 'GET, HEAD' : route.method)).join(', '),
      }
    );
  };
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

const decoded = (groups: Record<string, string>) =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodePart(text)]));

/** A part that is no valid encoding is taken as it stands; it will name nothing. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
