import type { Row } from './run-judge';

const HEADING = { judge: 'judge', version: 'version', checked: 'checked', verdict: 'verdict' } as const;
const COLUMNS = ['judge', 'version', 'checked', 'verdict'] as const;

export function verdictTable(rows: readonly Row[]): string {
  const widths = COLUMNS.map((column) =>
    Math.max(...[HEADING, ...rows].map((entry) => entry[column].length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(' | ')} |`;
  const having = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return [
    line(COLUMNS.map((column) => HEADING[column])),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => line(COLUMNS.map((column) => row[column]))),
    '',
    `${rows.length} judges: ${having('ok')} ok, ${having('skipped')} skipped, ${having('bad')} not content`,
  ].join('\n');
}
