/** The path with those of the parameters that are not empty. */
export function withQuery(path: string, params: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
  return given.size === 0 ? path : `${path}?${given}`;
}

/** The address of a page of a list; the first one has no parameter for it. */
export const pageAddress = (
  path: string,
  page: number,
  params: Readonly<Record<string, string>> = {},
): string => withQuery(path, { ...params, page: page > 1 ? String(page) : '' });
