import type { ComponentChildren } from 'preact';
import { ButtonLink } from './forms';

export interface Column<Row> {
  /** Empty for a column of buttons: its heading is read out only. */
  readonly heading: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly kind?: 'text' | 'numeric' | 'actions';
}

interface TableProps<Row> {
  /** What the rows are; read out, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Few and short columns: it stays a table on a narrow screen. */
  compact?: boolean;
}

/** Rows and columns; on a narrow screen each row becomes a small card with its headings beside the values. */
export function Table<Row>({ caption, columns, rows, compact = false }: TableProps<Row>) {
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

interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  /** The same list at another page. */
  href: (page: number) => string;
}

/** Which part of a list this is, and the way to its neighbours; nothing when one page holds all. */
export const Pagination = ({ page, pageSize, total, href }: PaginationProps) => {
  const pages = Math.max(Math.ceil(total / pageSize), 1);
  if (pages === 1) return null;
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <nav class="pagination" aria-label="Pages">
      <span>
        {first}–{last} of {total}
      </span>
      <span class="row">
        {page > 1 && (
          <ButtonLink href={href(page - 1)} look="quiet" size="small">
            Previous
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink href={href(page + 1)} look="quiet" size="small">
            Next
          </ButtonLink>
        )}
      </span>
    </nav>
  );
};
