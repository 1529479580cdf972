/** Returns the path with those parameters that are not empty. */
export function withQuery(path: string, params: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
  return given.size === 0 ? path : `${path}?${given}`;
}

/** Returns the URL of a page of a list. The first page needs no parameter. */
export const pageAddress = (
  path: string,
  page: number,
  params: Readonly<Record<string, string>> = {},
): string => withQuery(path, { ...params, page: page > 1 ? String(page) : '' });
