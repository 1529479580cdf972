const LAST_PAGE = 100_000;

/** Returns the page number in the URL of a list; 1 when the URL has no valid number. */
export function readPage(query: URLSearchParams, parameter = 'page'): number {
  const page = Math.trunc(Number(query.get(parameter) ?? ''));
  return page >= 1 ? Math.min(page, LAST_PAGE) : 1;
}
