/** Client metadata is kept 30 minutes at most (specification, "Client ID metadata document"). */
const LONGEST_MS = 30 * 60_000;

/** How long a document may be used again, by the Cache-Control header that came with it. */
export function freshForMs(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return 0;
  const [, seconds] = directives.map((one) => /^max-age="?(\d{1,9})"?$/.exec(one)).find(Boolean) ?? [];
  return seconds === undefined ? LONGEST_MS : Math.min(Number(seconds) * 1_000, LONGEST_MS);
}
