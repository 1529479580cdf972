import type { Customer } from '@parcelyard/contracts/customers';
import { page } from '../../routing/answer';
import { readPage } from '../../routing/read-page';
import { ownerPage, type Route } from '../../routing/route';
import { pageAddress } from '../../routing/with-query';
import { Badge, EmptyState, PageHead } from '../../view/blocks';
import { breakableEmail } from '../../view/breakable-email';
import { formatCount, formatShortDay } from '../../view/format';
import { Button, ButtonLink, Field } from '../../view/forms';
import { type Column, Pagination, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { customerName } from './customer-name';
import { listedState, mailWords } from './mail-state-words';

const PATH = '/customers';
const PAGE_SIZE = 25;
/** The longest query. The rest of a longer query in a URL is ignored. */
const MAX_QUERY = 200;

/** The address book, sorted by name. */
export const customersPage = ({ clients: { customers } }: WebDependencies): Route =>
  ownerPage(PATH, async ({ caller, owner, query }) => {
    const number = readPage(query);
    const q = (query.get('q') ?? '').trim().slice(0, MAX_QUERY);
    const asked = { page: number, pageSize: PAGE_SIZE };
    const { customers: found, total } = await customers.listCustomers(caller, { query: q, page: asked });
    return page(
      'Customers',
      <>
        <PageHead
          title="Customers"
          lead={`${formatCount(total)} ${total === 1 ? 'customer' : 'customers'}`}
        />
        <Search q={q} />
        {found.length > 0 && (
          <Table caption="Customers by name" columns={columnsIn(owner.timeZone)} rows={found} />
        )}
        {total === 0 && <Nothing q={q} />}
        <Pagination
          page={number}
          pageSize={PAGE_SIZE}
          total={total}
          href={(other) => pageAddress(PATH, other, { q })}
        />
      </>,
    );
  });

const Search = ({ q }: { q: string }) => (
  <form method="get" action={PATH} class="filter search-only no-print" aria-label="Search">
    <Field
      label="Search"
      name="q"
      type="search"
      value={q}
      hint="Start of a name, company or e-mail address"
      maxLength={MAX_QUERY}
      plain
    />
    <div class="filter-actions">
      <Button look="quiet">Search</Button>
    </div>
  </form>
);

const Nothing = ({ q }: { q: string }) =>
  q === '' ? (
    <EmptyState title="No customers yet">
      <p>
        The recipients of your orders appear here, with their orders and the state of their e-mail address.
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No customers found">
      <p>No name, company or e-mail address has a word that starts with this text.</p>
      <ButtonLink href={PATH} look="quiet">
        Show all customers
      </ButtonLink>
    </EmptyState>
  );

const columnsIn = (timeZone: string): readonly Column<Customer>[] => [
  {
    heading: 'Customer',
    cell: (customer) => (
      <div>
        <a class="strong" href={`${PATH}/${customer.customerId}`}>
          {customerName(customer)}
        </a>
        {customer.company && customer.company !== customerName(customer) && (
          <div class="muted small">{customer.company}</div>
        )}
      </div>
    ),
  },
  {
    heading: 'E-mail',
    cell: ({ email }) =>
      email ? <span class="small">{breakableEmail(email)}</span> : <span class="muted">–</span>,
  },
  {
    heading: 'Place',
    cell: ({ city, state, country }) => (
      <span class="small whole-words">
        {[city, state, country === 'US' ? '' : country].filter(Boolean).join(', ') || '–'}
      </span>
    ),
  },
  { heading: 'Orders', kind: 'numeric', cell: ({ orderCount }) => formatCount(orderCount ?? 0) },
  {
    heading: 'Last order',
    cell: ({ lastOrderAt }) =>
      lastOrderAt ? (
        <span class="nowrap small">{formatShortDay(lastOrderAt, timeZone)}</span>
      ) : (
        <span class="muted">–</span>
      ),
  },
  {
    heading: 'Mail',
    cell: (customer) => {
      const { tone, badge } = mailWords(listedState(customer));
      return <Badge tone={tone}>{badge}</Badge>;
    },
  },
];
