import type { PrivacyRequest } from '@parcelyard/contracts/orders';
import type { ComponentChildren } from 'preact';
import { page } from '../../routing/answer';
import { ownerPage, type Route } from '../../routing/route';
import { Card, Crumb, PageHead } from '../../view/blocks';
import { Moment } from '../../view/moment';
import { type Column, Table } from '../../view/table';
import type { WebDependencies } from '../../web-dependencies';

/** Requests of shoppers and shops about their personal data, and the results. */
export const privacyRoutes = ({ clients: { orders } }: WebDependencies): Route[] => [
  ownerPage('/settings/shipping/privacy', async ({ caller }) => {
    const { requests } = await orders.listPrivacyRequests(caller);
    return page(
      'Personal data',
      <>
        <Crumb href="/settings/shipping#platforms">Shipping</Crumb>
        <PageHead
          title="Personal data"
          lead="Requests about personal data that your customers sent to Shopify. We remove data automatically when a request asks for it."
        />
        <Card>
          {requests.length === 0 ? (
            <p>There are no requests.</p>
          ) : (
            <Table caption="Requests" columns={COLUMNS} rows={requests} />
          )}
        </Card>
      </>,
    );
  }),
];

const TOPICS: Readonly<Record<string, string>> = {
  'customers/data_request': 'A customer wants to know which data are stored',
  'customers/redact': 'A customer’s data must be removed',
  'shop/redact': 'The data of an uninstalled shop must be removed',
};

const COLUMNS: readonly Column<PrivacyRequest>[] = [
  { heading: 'Request', cell: ({ topic }) => TOPICS[topic] ?? topic },
  { heading: 'Store', cell: ({ shop }) => <span class="small">{shop}</span> },
  { heading: 'Received', cell: ({ receivedAt }) => receivedAt && <Moment at={receivedAt} /> },
  {
    heading: 'Orders',
    cell: ({ orderIds }) =>
      orderIds.map((orderId) => (
        <div key={orderId}>
          <a href={`/orders/${orderId}`}>{orderId}</a>
        </div>
      )),
  },
  { heading: 'Outcome', cell: (request) => outcomeOf(request) },
];

function outcomeOf({ topic, doneAt, kept }: PrivacyRequest): ComponentChildren {
  if (topic === 'customers/data_request')
    return 'You must answer this request: send the customer the data of these orders.';
  if (doneAt) {
    return (
      <>
        Removed <Moment at={doneAt} />
      </>
    );
  }
  return kept > 0
    ? `Removed, except for ${kept} ${kept === 1 ? 'order' : 'orders'} with a label, which we keep for seven years for accounting`
    : 'In progress';
}
