import type { Approval } from '@parcelyard/contracts/billing';
import type { Order } from '@parcelyard/contracts/orders';
import type { ComponentChildren } from 'preact';
import { Card, Facts } from '../../view/blocks';
import { formatCount, formatMoney } from '../../view/format';
import type { Purchase } from './read-purchase';

interface Props {
  approval: Approval;
  purchase: Purchase;
  /** Name of the account that pays. */
  account: string;
}

type Row = readonly [string, ComponentChildren];

/** What would be bought, or was, and for whom: as short as it can be told. */
export const PurchaseCard = ({ approval: { totalCents, method }, purchase, account }: Props) => (
  <Card title={purchase.kind === 'batch' ? 'Labels in a batch' : 'A label'}>
    <p class="amount">{formatMoney(totalCents)}</p>
    <Facts
      rows={[
        ...(method ? ([['Service', method]] as const) : []),
        ...(purchase.kind === 'batch' ? batchFacts(purchase) : labelFacts(purchase)),
        ['Account', account],
      ]}
    />
  </Card>
);

function labelFacts({ orderId, order }: Extract<Purchase, { kind: 'label' }>): Row[] {
  if (orderId === undefined) return [];
  if (!order) return [['Order', `${orderId}, which is no longer there`]];
  const { shipTo } = order;
  const to = shipTo ? [shipTo.name || shipTo.company, shipTo.city, shipTo.state, shipTo.country || 'US'] : [];
  return [
    [
      'Order',
      <>
        <a href={`/orders/${order.orderId}`}>{order.orderNumber}</a>: {goodsOf(order)}
      </>,
    ],
    ...(shipTo ? ([['To', to.filter(Boolean).join(', ')]] as const) : []),
  ];
}

/** Enough to know the order again. */
function goodsOf({ items, subtotalCents }: Order): string {
  const [first] = items;
  const others = items.length - 1;
  const more = others > 0 ? ` and ${formatCount(others)} more ${others === 1 ? 'line' : 'lines'}` : '';
  return first
    ? `${first.quantity} × ${first.name}${more}, goods worth ${formatMoney(subtotalCents)}`
    : 'no items';
}

function batchFacts({ count, orders }: Extract<Purchase, { kind: 'batch' }>): Row[] {
  const more = count - orders.length;
  return [
    ['Labels', `${formatCount(count)}, one for each order`],
    [
      'Orders',
      <>
        {orders.map(({ orderId, orderNumber }, place) => (
          <>
            {place > 0 && ', '}
            <a href={`/orders/${orderId}`}>{orderNumber}</a>
          </>
        ))}
        {more > 0 && ` and ${formatCount(more)} more`}
      </>,
    ],
  ];
}
