import type { Finding } from '@parcelyard/contracts/diagnostics';

/** What a service found. */
export interface Line extends Finding {
  readonly service: string;
}

/**
 * Checks with the same name must agree in all services, where they have a fingerprint: keys, the callers' secret, the
 * stream of events. A line for each service that has something else than most, or of two than the first.
 */
export function disagreements(lines: readonly Line[]): Line[] {
  const marked = lines.filter(({ fingerprint }) => fingerprint !== '');
  return marked.flatMap((line) => {
    const others = marked.filter(({ check }) => check === line.check);
    const usual = mostOf(others);
    if (line.fingerprint === usual.fingerprint) return [];
    return [{ ...line, ok: false, text: `not what ${usual.service} has: give both the same` }];
  });
}

/** The first of the most. */
function mostOf(lines: readonly Line[]): Line {
  const counts = new Map<string, number>();
  for (const { fingerprint } of lines) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return lines.find(({ fingerprint }) => counts.get(fingerprint) === most) as Line;
}
