import type { Route } from './route';

/**
 * Returns the page with a form: at the form's own path, or else at the nearest path above it. Undefined if there is
 * none.
 */
export function pageOfForm(routes: readonly Route[]): (route: Route) => Route | undefined {
  const pages = new Map(routes.filter(({ method }) => method === 'GET').map((page) => [page.path, page]));
  return ({ path }) => {
    const parts = path.split('/');
    for (let length = parts.length; length > 1; length -= 1) {
      const page = pages.get(parts.slice(0, length).join('/'));
      if (page) return page;
    }
    return undefined;
  };
}
