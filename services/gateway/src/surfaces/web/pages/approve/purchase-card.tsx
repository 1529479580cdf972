import type { Address } from '@parcelyard/contracts/common';
import type { Order } from '@parcelyard/contracts/orders';
import { Card, Facts } from '../../view/blocks';
import { formatCount, formatMoney } from '../../view/format';
import { ShipToCard } from '../orders/ship-to-card';
import type { Purchase } from './read-purchase';

/** What would be bought, or was: the amount first, then what it is for. */
export const PurchaseCard = ({ totalCents, purchase }: { totalCents: number; purchase: Purchase }) => (
  <>
    <Card title={purchase.kind === 'batch' ? 'Labels in a batch' : 'A label'}>
      <p class="amount">{formatMoney(totalCents)}</p>
      <Facts rows={purchase.kind === 'batch' ? batchFacts(purchase) : labelFacts(purchase)} />
    </Card>
    {purchase.kind === 'label' && purchase.order?.shipTo && (
      <ShipToCard address={purchase.order.shipTo satisfies Address} check={purchase.order.addressCheck} />
    )}
  </>
);

function labelFacts({ orderId, order }: Extract<Purchase, { kind: 'label' }>) {
  if (orderId === undefined) return [];
  if (!order) return [['Order', `${orderId}, which is no longer there`]] as const;
  return [
    ['Order', <a href={`/orders/${order.orderId}`}>{order.orderNumber}</a>],
    ['Goods', goodsOf(order)],
    ['Includes', 'Postage, insurance and fee'],
  ] as const;
}

/** Enough to know the order again. */
function goodsOf({ items, totalCents }: Order): string {
  const [first] = items;
  const others = items.length - 1;
  const more = others > 0 ? ` and ${formatCount(others)} more ${others === 1 ? 'line' : 'lines'}` : '';
  return `${first ? `${first.quantity} × ${first.name}${more}` : 'No items'}, worth ${formatMoney(totalCents)}`;
}

function batchFacts({ count, orders }: Extract<Purchase, { kind: 'batch' }>) {
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
    ['Includes', 'Postage and insurance'],
  ] as const;
}
