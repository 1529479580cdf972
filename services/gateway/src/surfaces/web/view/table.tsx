import type { ComponentChildren } from 'preact';
import { formatMoney } from './format';
import { ButtonLink } from './forms';
import { Moment } from './moment';

export interface Column<Row> {
  /** The heading. Above a column of buttons, only screen readers read it. */
  readonly heading: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly kind?: 'text' | 'numeric' | 'actions';
}

export const momentColumn = <Row,>(heading: string, at: (row: Row) => Date | undefined): Column<Row> => ({
  heading,
  cell: (row) => {
    const moment = at(row);
    return (
      moment && (
        <span class="nowrap small">
          <Moment at={moment} />
        </span>
      )
    );
  },
});

/** Returns a column of amounts in cents. */
export const moneyColumn = <Row,>(heading: string, cents: (row: Row) => number): Column<Row> => ({
  heading,
  kind: 'numeric',
  cell: (row) => formatMoney(cents(row)),
});

interface TableProps<Row> {
  /** Name of the table, only for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** For few short columns: on a narrow screen, the table stays a table. */
  compact?: boolean;
}

/** A table. On a narrow screen, each row becomes a card with headings next to the values. */
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
  /** The URL of another page of the list. */
  href: (page: number) => string;
}

/**
 * Which page of a list this is, with links to the pages before and after. Empty when there is only one page. Behind the
 * last page, as after rows were removed, a link to the last page.
 */
export const Pagination = ({ page, pageSize, total, href }: PaginationProps) => {
  const pages = Math.max(Math.ceil(total / pageSize), 1);
  if (page > pages && total > 0) {
    return (
      <nav class="pagination" aria-label="Pages">
        <span>There is nothing on this page.</span>
        <ButtonLink href={href(pages)} look="quiet" size="small">
          Last page
        </ButtonLink>
      </nav>
    );
  }
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
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
