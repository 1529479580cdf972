import type { Figures } from './load';

export interface Row {
  server: string;
  connections: number;
  figures: Figures;
}

/** What one measurement is shown as. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** One table: servers down, connections across; requests a second and p50/p99 in milliseconds. */
export function formatTable(title: string, rows: readonly Row[]): string {
  const connections = [...new Set(rows.map((row) => row.connections))];
  const servers = [...new Set(rows.map((row) => row.server))];
  const header = ['', ...connections.map((count) => `${count} connection${count === 1 ? '' : 's'}`)];
  const body = servers.map((server) => [
    server,
    ...connections.map((count) => {
      const row = rows.find((candidate) => candidate.server === server && candidate.connections === count);
      return row ? cell(row.figures) : '–';
    }),
  ]);
  return [`\n## ${title}\n`, markdown([header, header.map(() => '---'), ...body])].join('\n');
}

function cell({ perSecond, p50, p99 }: Figures): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s · ${p50.toFixed(2)} / ${p99.toFixed(2)} ms`;
}

/** Programs down, numbers of processes across; megabytes a process. */
export function formatMemory(memory: ReadonlyMap<string, readonly number[]>): string {
  const header = ['', 'one process each', '2 processes each'];
  const body = [...memory].map(([program, held]) => [
    program,
    ...held.map((megabytes) => `${Math.round(megabytes)} MB`),
  ]);
  return [
    '\n## Memory of a process after the load\n',
    markdown([header, header.map(() => '---'), ...body]),
  ].join('\n');
}

/** Lines of cells as a table of Markdown. */
export function markdown(lines: readonly string[][]): string {
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** How many times `ours` does what `peer` does, at each number of connections. */
export function formatRatios(rows: readonly Row[], ours: string, peer: string): string {
  const at = (server: string, count: number) =>
    rows.find((row) => row.server === server && row.connections === count)?.figures.perSecond;
  return [...new Set(rows.map((row) => row.connections))]
    .map((count) => {
      const [mine, theirs] = [at(ours, count), at(peer, count)];
      return mine && theirs ? `${(mine / theirs).toFixed(1)}× at ${count}` : undefined;
    })
    .filter(Boolean)
    .join(', ');
}
