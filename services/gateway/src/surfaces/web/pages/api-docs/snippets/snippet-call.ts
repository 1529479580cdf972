import type { RestRoute } from '../../../../rest/route';

/** The data of a snippet: one operation and its example request. */
export type SnippetCall = Pick<RestRoute, 'operationId' | 'method' | 'path' | 'access' | 'example'>;

/** The path with its example's parameters filled in and encoded. */
export function filledPath({ path, example }: SnippetCall): string {
  const filled = Object.entries(example?.params ?? {}).reduce(
    (rest, [name, value]) => rest.replace(`{${name}}`, encodeURIComponent(value)),
    path as string,
  );
  const query = new URLSearchParams(
    Object.entries(example?.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}
