/** Returns the path with all parameters that are not empty. */
export function withQuery(path: string, params: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
  return given.size === 0 ? path : `${path}?${given}`;
}

/** Returns the URL of a page of a list. For the first page, the parameter is left out. */
export const pageAddress = (
  path: string,
  page: number,
  params: Readonly<Record<string, string>> = {},
): string => withQuery(path, { ...params, page: page > 1 ? String(page) : '' });
