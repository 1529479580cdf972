const LAST_PAGE = 100_000;

/** The page of a list according to the URL; the first page for any other text. */
export function readPage(query: URLSearchParams): number {
  const page = Math.trunc(Number(query.get('page') ?? ''));
  return page >= 1 ? Math.min(page, LAST_PAGE) : 1;
}
