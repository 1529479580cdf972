import type { ListOrdersResponse, OrderRow } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { page } from '../../routing/answer';
import { ownerPage, type Route } from '../../routing/route';
import { Badge, EmptyState, PageHead } from '../../view/blocks';
import { formatCount } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { OrderStatusBadge } from '../../view/order-status-badge';
import { type Column, moneyColumn, Pagination, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { operationPath } from '../api-docs/reference/reference-path';
import {
  type FilterErrors,
  isNarrowed,
  ListFilter,
  type ListQuery,
  listAddress,
  readListQuery,
} from './list-filter';
import { dateColumn, ORDER_COLUMN, TRACKING_COLUMN } from './order-columns';

const PAGE_SIZE = 25;
const NOTHING: ListOrdersResponse = { orders: [], total: 0, status: '' };

/** The account's orders, newest first, with the same totals as the tool list_orders. */
export const ordersPage = ({ clients: { orders } }: WebDependencies): Route =>
  ownerPage('/orders', async ({ caller, owner, query: params }) => {
    const query = readListQuery(params);
    const { status, q, from, to } = query;
    const listRequest = {
      status,
      page: { page: query.page, pageSize: PAGE_SIZE },
      ...(isNarrowed(query) && { search: { text: q, from, to } }),
    };
    try {
      return view(query, await orders.listOrders(caller, listRequest), {}, owner.timeZone);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_argument') throw error;
      const field = error.field === 'text' ? 'q' : (error.field ?? 'q');
      // The field shows the allowed values itself, so the sentence does not repeat them.
      const sentence = field === 'status' ? 'Choose a status from the list.' : webSentence(error);
      return { ...view(query, NOTHING, { [field]: sentence }, owner.timeZone), status: 400 };
    }
  });

const view = (
  query: ListQuery,
  { orders, total }: ListOrdersResponse,
  errors: FilterErrors,
  timeZone: string,
) =>
  page(
    'Orders',
    <>
      <PageHead title="Orders" lead={errorOrCount(total, errors)} />
      <ListFilter query={query} errors={errors} />
      {orders.length > 0 && (
        <Table caption="Orders, newest first" columns={columnsIn(timeZone)} rows={orders} />
      )}
      {total === 0 && Object.keys(errors).length === 0 && <Nothing query={query} />}
      <Pagination
        page={query.page}
        pageSize={PAGE_SIZE}
        total={total}
        href={(number) => listAddress(query, number)}
      />
    </>,
  );

const errorOrCount = (total: number, errors: FilterErrors) =>
  Object.keys(errors).length > 0
    ? 'This filter cannot be applied.'
    : `${formatCount(total)} ${total === 1 ? 'order' : 'orders'}`;

const Nothing = ({ query }: { query: ListQuery }) =>
  isNarrowed(query) || query.status !== 'active' ? (
    <EmptyState title="No orders found">
      <p>No order matches this filter.</p>
      <ButtonLink href="/orders" look="quiet">
        Show all orders
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="No orders yet">
      <p>
        Ask your assistant to create one, connect a sales platform, or{' '}
        <a href={operationPath('createOrder')}>send orders over the API</a>. They appear here.
      </p>
      <ButtonLink href="/settings/shipping#platforms">Connect a sales platform</ButtonLink>
    </EmptyState>
  );

/** Returns the columns, with dates in the account's time zone. */
const columnsIn = (timeZone: string): readonly Column<OrderRow>[] => [
  ORDER_COLUMN,
  dateColumn(timeZone),
  {
    heading: 'Ship to',
    cell: ({ name, city, state, country }) => (
      <div>
        <div>{name || <span class="muted">No name</span>}</div>
        <div class="muted small">
          {[city, state, country === 'US' ? '' : country].filter(Boolean).join(', ')}
        </div>
      </div>
    ),
  },
  {
    heading: 'Status',
    cell: ({ status, voidPending }) => (
      <>
        <OrderStatusBadge status={status} /> {voidPending && <Badge tone="warn">Void pending</Badge>}
      </>
    ),
  },
  TRACKING_COLUMN,
  moneyColumn('Total', ({ totalCents }) => totalCents),
];
