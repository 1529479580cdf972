/** Returns the address of a request. Undefined query values are left out. */
export function buildUrl(
  baseUrl: string,
  path: string,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.append(name, String(value));
  }
  const search = parameters.toString();
  return `${baseUrl.replace(/\/$/, '')}${path}${search === '' ? '' : `?${search}`}`;
}
