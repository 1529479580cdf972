import { ORDER_STATUS_LABELS } from '../../../../values/order-status';
import { readPage } from '../../routing/read-page';
import { pageAddress } from '../../routing/with-query';
import { Button, Field, SelectField } from '../../view/forms';

/** The filter of the list of orders, as in the page's URL. */
export interface ListQuery {
  /** A status name, or `active`. */
  readonly status: string;
  readonly q: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

export function readListQuery(query: URLSearchParams): ListQuery {
  const text = (name: string) => (query.get(name) ?? '').trim();
  return {
    status: text('status') || 'active',
    q: text('q'),
    from: text('from'),
    to: text('to'),
    page: readPage(query),
  };
}

/** Returns the URL of the same list at another page. */
export const listAddress = ({ status, q, from, to }: ListQuery, page: number): string =>
  pageAddress('/orders', page, { status: status === 'active' ? '' : status, q, from, to });

export const isNarrowed = ({ q, from, to }: ListQuery): boolean => q !== '' || from !== '' || to !== '';

/** Two statuses have this label. To distinguish them, the name is added. */
const TWICE = 'Waiting for return';

const STATUSES: readonly (readonly [string, string])[] = [
  // All orders that are neither canceled nor merged.
  ['active', 'Active orders'],
  ...Object.entries(ORDER_STATUS_LABELS).map(
    ([name, label]) =>
      [name, label === TWICE && name.startsWith('Delivery') ? `${label} (delivery failed)` : label] as const,
  ),
];

export type FilterErrors = Readonly<Partial<Record<keyof ListQuery, string>>>;

/** The filter form. It uses GET, so its URL can be saved and shared. */
export const ListFilter = ({ query, errors }: { query: ListQuery; errors: FilterErrors }) => (
  <form method="get" action="/orders" class="filter no-print" aria-label="Filter">
    <Field
      label="Search"
      name="q"
      type="search"
      value={query.q}
      hint="Order number, name, e-mail or tracking number"
      error={errors.q}
      maxLength={100}
      plain
    />
    <SelectField label="Status" name="status" value={query.status} options={STATUSES} error={errors.status} />
    <Field label="From" name="from" type="date" value={query.from} error={errors.from} plain />
    <Field label="To" name="to" type="date" value={query.to} error={errors.to} plain />
    <div class="filter-actions">
      <Button look="quiet">Apply</Button>
    </div>
  </form>
);
