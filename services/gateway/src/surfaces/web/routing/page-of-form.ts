import type { Route } from './route';

/**
 * Returns a function that finds the page with a form. The page has the form's own path or the nearest path above it.
 * Undefined if there is no such page.
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

/** Returns the address of a form's page. The page's path is the beginning of the form's path. */
export const pageAddressOf = (page: Route, formPath: string): string =>
  formPath.split('/').slice(0, page.path.split('/').length).join('/');
