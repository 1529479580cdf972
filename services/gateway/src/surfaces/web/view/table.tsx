import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  /** Empty for a column of buttons: its heading is read out only. */
  readonly heading: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly kind?: 'text' | 'numeric' | 'actions';
}

interface Props<Row> {
  /** What the rows are; read out, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Few and short columns: it stays a table on a narrow screen. */
  compact?: boolean;
}

/** Rows and columns; on a narrow screen each row becomes a small card with its headings beside the values. */
export function Table<Row>({ caption, columns, rows, compact = false }: Props<Row>) {
  return (
    <div class={compact ? 'table-wrap compact' : 'table-wrap stacked'}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, kind }) => (
              <th key={heading} scope="col" class={kind === 'numeric' ? 'numeric' : undefined}>
                {kind === 'actions' ? <span class="visually-hidden">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(({ heading, cell, kind }) => (
                <td
                  key={heading}
                  class={kind === 'text' ? undefined : kind}
                  data-label={kind === 'actions' ? '' : heading}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
