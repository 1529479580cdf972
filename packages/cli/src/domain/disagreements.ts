import type { Finding } from '@parcelyard/contracts/diagnostics';

export interface Line extends Finding {
  readonly service: string;
}

/**
 * Several services have checks with the same name, such as the check of a key. These checks must report the same
 * fingerprint. Returns a line for each service whose fingerprint differs from that of most others. If only two services
 * have a check and their fingerprints differ, the second service is reported.
 */
export function disagreements(lines: readonly Line[]): Line[] {
  const marked = lines.filter(({ fingerprint }) => fingerprint !== '');
  return marked.flatMap((line) => {
    const others = marked.filter(({ check }) => check === line.check);
    const usual = mostOf(others);
    if (line.fingerprint === usual.fingerprint) return [];
    return [{ ...line, ok: false, text: `differs from ${usual.service}: give both services the same value` }];
  });
}

/** Returns a line with the most frequent fingerprint; if several are equally frequent, the first. */
function mostOf(lines: readonly Line[]): Line {
  const counts = new Map<string, number>();
  for (const { fingerprint } of lines) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return lines.find(({ fingerprint }) => counts.get(fingerprint) === most) as Line;
}
