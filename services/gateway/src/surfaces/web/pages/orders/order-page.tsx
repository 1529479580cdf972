import type { Address } from '@parcelyard/contracts/common';
import type { Customer } from '@parcelyard/contracts/customers';
import type { Order } from '@parcelyard/contracts/orders';
import type { ShipmentTracking } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { Caller } from '../../../../clients/caller';
import type { CustomersClient, ShippingClient } from '../../../../clients/gateway-clients';
import { page, redirect } from '../../routing/answer';
import { recordId } from '../../routing/record-id';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Crumb, PageHead } from '../../view/blocks';
import { Moment } from '../../view/moment';
import { OrderStatusBadge } from '../../view/order-status-badge';
import type { WebDependencies } from '../../web-dependencies';
import { notFoundPage } from '../error-page';
import { OrderHistory } from './order-history';
import { OrderItems, OrderNotes } from './order-items';
import { OrderLabelCard } from './order-label-card';
import { OrderTracking } from './order-tracking';
import { ReturnCard } from './return-card';
import { ShipToCard } from './ship-to-card';
import { StoreFulfillmentCard } from './store-fulfillment';

/** One order with all its data. An order of another account looks like a missing one. */
export const orderPage = ({ clients: { orders, shipping, customers } }: WebDependencies): Route[] => [
  ownerPage('/orders/:orderId', async ({ caller, requestId, params }) => {
    const orderId = recordId(params.orderId);
    if (orderId === undefined) return notFoundPage();
    const order = await orders.getOrder(caller, { orderId });
    const [tracking, customer] = await Promise.all([
      trackingOf(shipping, requestId, order),
      customerOf(customers, caller, order),
    ]);
    return view({ order, tracking, customer });
  }),
  ownerForm('/orders/:orderId/fulfillment', async ({ caller, params }) => {
    const orderId = recordId(params.orderId);
    if (orderId === undefined) return notFoundPage();
    await orders.retryWriteBack(caller, { orderId, platform: '' });
    return redirect(`/orders/${orderId}`);
  }),
];

/** Returns the scans of our label. A very new label has none yet. */
async function trackingOf(
  shipping: ShippingClient,
  requestId: string,
  { label }: Order,
): Promise<ShipmentTracking | undefined> {
  if (!label) return undefined;
  const { trackingNumber } = label;
  return shipping.trackShipment({ requestId }, { trackingNumber }).catch(undefinedFor('not_found'));
}

/** Returns the customer's record; undefined when it cannot be read. */
async function customerOf(
  customers: CustomersClient,
  caller: Caller,
  { customerId }: Order,
): Promise<Customer | undefined> {
  if (customerId === 0) return undefined;
  try {
    return await customers.getCustomer(caller, { customerId });
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

interface Shown {
  order: Order;
  tracking: ShipmentTracking | undefined;
  customer: Customer | undefined;
}

const view = ({ order, tracking, customer }: Shown) =>
  page(
    `Order ${order.orderNumber}`,
    <>
      <Crumb href="/orders">Orders</Crumb>
      <PageHead
        title={`Order ${order.orderNumber}`}
        lead={
          order.date && (
            <>
              Placed <Moment at={order.date} />
            </>
          )
        }
        actions={<OrderStatusBadge status={order.status} />}
      />
      <div class="stack">
        <div class="columns">
          <ShipToCard address={order.shipTo as Address} check={order.addressCheck} customer={customer} />
          <OrderLabelCard order={order} />
        </div>
        <StoreFulfillmentCard order={order} />
        <ReturnCard order={order} />
        <OrderItems order={order} />
        <OrderTracking order={order} tracking={tracking} />
        <OrderHistory order={order} />
        <OrderNotes order={order} />
      </div>
    </>,
  );
