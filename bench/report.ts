/** One cell of a table: its text, and its numbers by unit. The next run compares its own numbers with these numbers. */
export interface Cell {
  readonly text: string;
  readonly figures: Readonly<Record<string, number>>;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | undefined)[] }[];
}

export function formatTable({ title, columns, rows }: Table): string {
  const head = ['', ...columns];
  const body = rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.text ?? '–')]);
  const lines = [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`);
  return [`\n## ${title}\n`, ...lines].join('\n');
}

export const figuresOf = ({ columns, rows }: Table): Record<string, number> =>
  Object.fromEntries(
    rows.flatMap(({ name, cells }) =>
      cells.flatMap((cell, place) =>
        Object.entries(cell?.figures ?? {}).map(([unit, figure]) => [
          `${name} · ${columns[place]} · ${unit}`,
          Number(figure.toPrecision(4)),
        ]),
      ),
    ),
  );

export const cell = (figure: number, unit: string, digits = 1): Cell => ({
  text: `${figure.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`,
  figures: { [unit]: figure },
});
