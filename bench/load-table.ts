import type { Figures } from './load';
import type { Cell, Table } from './report';

export interface Row {
  server: string;
  connections: number;
  figures: Figures;
}

/**
 * Returns a table with a row for each server and a column for each number of connections. A cell shows requests in a
 * second, the processor time of a request, and the times p50 / p99.
 */
export function loadTable(title: string, rows: readonly Row[]): Table {
  const connections = [...new Set(rows.map((row) => row.connections))];
  const servers = [...new Set(rows.map((row) => row.server))];
  return {
    title,
    columns: connections.map((count) => `${count} connection${count === 1 ? '' : 's'}`),
    rows: servers.map((name) => ({
      name,
      cells: connections.map((count) => {
        const row = rows.find(({ server, connections: at }) => server === name && at === count);
        return row && loadCell(row.figures);
      }),
    })),
  };
}

function loadCell({ perSecond, cpuMs, p50, p99 }: Figures): Cell {
  const rate = Math.round(perSecond).toLocaleString('en');
  return {
    text: `${rate}/s · ${cpuMs.toFixed(2)} ms CPU · ${p50.toFixed(2)} / ${p99.toFixed(2)} ms`,
    figures: { 'requests/s': perSecond, 'ms CPU': cpuMs },
  };
}

/**
 * Compares `ours` with `peer`: how many requests we serve while the peer serves one, and how much processor time a call
 * needs compared with a call of the peer.
 */
export function formatRatios(rows: readonly Row[], ours: string, peer: string): string {
  const at = (name: string, count: number) =>
    rows.find(({ server, connections }) => server === name && connections === count)?.figures;
  const ratios = [...new Set(rows.map(({ connections }) => connections))].flatMap((count) => {
    const [mine, theirs] = [at(ours, count), at(peer, count)];
    if (!mine || !theirs) return [];
    const times = (mine.perSecond / theirs.perSecond).toFixed(1);
    return [
      `${times}× at ${count} with ${(mine.cpuMs / theirs.cpuMs).toFixed(2)}× the processor time a call`,
    ];
  });
  return `\n${ours} against ${peer}: ${ratios.join(', ')}`;
}
