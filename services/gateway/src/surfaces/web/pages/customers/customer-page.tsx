import type { Customer, CustomerMailState } from '@parcelyard/contracts/customers';
import type { OrderRow } from '@parcelyard/contracts/orders';
import { page } from '../../routing/answer';
import { recordId } from '../../routing/record-id';
import { ownerPage, type Route } from '../../routing/route';
import { Badge, Card, Crumb, EmptyState, Facts, PageHead } from '../../view/blocks';
import { formatCount } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { Day, Moment } from '../../view/moment';
import { type Column, moneyColumn, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';
import { notFoundPage } from '../error-page';
import { dateColumn, ORDER_COLUMN, STATUS_COLUMN, TRACKING_COLUMN } from '../orders/order-columns';
import { customerName } from './customer-name';
import { mailWords } from './mail-state-words';

/** The most orders that one call can return. */
const MOST_ORDERS = 50;

/** One customer: the contact data, whether mail reaches the customer, and the orders. */
export const customerPage = ({ clients: { customers, orders } }: WebDependencies): Route =>
  ownerPage('/customers/:customerId', async ({ caller, owner, params }) => {
    const customerId = recordId(params.customerId);
    if (customerId === undefined) return notFoundPage();
    const [customer, mail, { orders: placed }] = await Promise.all([
      customers.getCustomer(caller, { customerId }),
      customers.getMailState(caller, { customerId }),
      orders.listCustomerOrders(caller, { customerId, limit: MOST_ORDERS }),
    ]);
    return view(customer, mail, placed, owner.timeZone);
  });

const view = (customer: Customer, mail: CustomerMailState, orders: readonly OrderRow[], timeZone: string) => {
  const { createdAt, orderCount = 0 } = customer;
  const name = customerName(customer);
  return page(
    name,
    <>
      <Crumb href="/customers">Customers</Crumb>
      <PageHead
        title={name}
        lead={
          createdAt && (
            <>
              {formatCount(orderCount)} {orderCount === 1 ? 'order' : 'orders'}, customer since{' '}
              <Day at={createdAt} />
            </>
          )
        }
      />
      <div class="stack">
        <div class="columns">
          <ContactCard customer={customer} />
          <MailCard mail={mail} />
        </div>
        {orders.length > 0 ? (
          <section>
            <h2 class="section-title">
              {orderCount > orders.length ? `The latest ${orders.length} orders` : 'Orders'}
            </h2>
            <Table caption="Orders, newest first" columns={columnsIn(timeZone)} rows={orders} />
          </section>
        ) : (
          <EmptyState title="No orders">
            <p>This customer has not ordered anything yet.</p>
          </EmptyState>
        )}
      </div>
    </>,
  );
};

const ContactCard = ({ customer }: { customer: Customer }) => {
  const { company, email, phone, address1, address2, address3, city, state, zip, country } = customer;
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const name = customerName(customer);
  const lines = [
    name,
    company !== name && company,
    address1,
    address2,
    address3,
    place,
    address1 && (country || 'US'),
  ].filter(Boolean);
  return (
    <Card title="Contact">
      <Facts
        rows={[
          ['E-mail', email || '–'],
          ['Phone', phone || '–'],
          [
            'Address',
            address1 === '' && place === '' ? (
              '–'
            ) : (
              <address key="address" class="address">
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </address>
            ),
          ],
        ]}
      />
    </Card>
  );
};

const MailCard = ({ mail: { state, at, bounceStatus } }: { mail: CustomerMailState }) => {
  const { tone, badge, sentence } = mailWords(state);
  return (
    <Card title="Mail" aside={<Badge tone={tone}>{badge}</Badge>}>
      <p>{sentence}</p>
      {at && (
        <p class="muted small">
          Since <Moment at={at} />
          {bounceStatus && ` (status ${bounceStatus})`}
        </p>
      )}
      {state === 'bounced' && (
        <div class="row">
          <ButtonLink href="/settings/mail" look="quiet">
            Allow e-mail again
          </ButtonLink>
        </div>
      )}
    </Card>
  );
};

const columnsIn = (timeZone: string): readonly Column<OrderRow>[] => [
  ORDER_COLUMN,
  dateColumn(timeZone),
  STATUS_COLUMN,
  TRACKING_COLUMN,
  moneyColumn('Total', ({ totalCents }) => totalCents),
];
