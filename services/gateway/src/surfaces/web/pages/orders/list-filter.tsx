import { ORDER_STATUS_LABELS } from '../../../../operations/order-status';
import { Button } from '../../view/button';
import { Field } from '../../view/field';
import { SelectField } from '../../view/select-field';
import type { ListQuery } from './list-query';

/** Two names share a label; the code tells them apart. */
const TWICE = 'Waiting for return';

const STATUSES: readonly (readonly [string, string])[] = [
  // Neither canceled nor merged.
  ['active', 'Active orders'],
  ...Object.entries(ORDER_STATUS_LABELS).map(
    ([name, label]) =>
      [name, label === TWICE && name.startsWith('Delivery') ? `${label} (delivery failed)` : label] as const,
  ),
];

export type FilterErrors = Readonly<Partial<Record<keyof ListQuery, string>>>;

/** The form over the list; it only asks, so that its address can be kept and shared. */
export const ListFilter = ({ query, errors }: { query: ListQuery; errors: FilterErrors }) => (
  <form method="get" action="/orders" class="filter no-print" aria-label="Filter">
    <Field
      label="Search"
      name="q"
      type="search"
      value={query.q}
      hint="Number, name, e-mail or tracking number"
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
