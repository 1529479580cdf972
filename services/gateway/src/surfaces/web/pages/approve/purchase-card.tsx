import type { Approval } from '@parcelyard/contracts/billing';
import type { Address } from '@parcelyard/contracts/common';
import type { Order } from '@parcelyard/contracts/orders';
import type { ComponentChildren } from 'preact';
import { Card, Facts } from '../../view/blocks';
import { formatCount, formatMoney } from '../../view/format';
import type { BatchPurchase, LabelPurchase, PurchaseView } from './read-purchase';

export interface PurchaseProps {
  approval: Approval;
  purchase: PurchaseView;
  /** Name of the account that pays. */
  account: string;
}

type Row = readonly [string, ComponentChildren];

/** A summary of the purchase: price, goods and recipient. */
export const PurchaseCard = ({ approval: { totalCents, method }, purchase, account }: PurchaseProps) => (
  <Card title={TITLES[purchase.kind]}>
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

const TITLES: Readonly<Record<PurchaseView['kind'], string>> = {
  label: 'A label',
  return: 'A return label',
  batch: 'Labels in a batch',
};

function labelFacts({ kind, orderId, order, shipTo, isMoved }: LabelPurchase): Row[] {
  if (orderId === undefined) return [];
  if (!order) return [['Order', `${orderId}, which no longer exists`]];
  return [
    [
      'Order',
      <>
        <a href={`/orders/${order.orderId}`}>{order.orderNumber}</a>: {goodsOf(order)}
      </>,
    ],
    ...(kind === 'return' && order.shipTo ? ([['From', placeOf(order.shipTo)]] as const) : []),
    ...(shipTo && !isMoved ? ([['To', placeOf(shipTo)]] as const) : []),
    ...(isMoved ? ([['To', 'an earlier address of the order']] as const) : []),
  ];
}

const placeOf = ({ name, company, city, state, country }: Address): string =>
  [name || company, city, state, country || 'US'].filter(Boolean).join(', ');

/** Returns a short text by which the owner recognises the order. */
function goodsOf({ items, subtotalCents }: Order): string {
  const [first] = items;
  const others = items.length - 1;
  const more = others > 0 ? ` and ${formatCount(others)} more ${others === 1 ? 'line' : 'lines'}` : '';
  return first
    ? `${first.quantity} × ${first.name}${more}, goods worth ${formatMoney(subtotalCents)}`
    : 'no items';
}

/** How many orders of a batch the card names. The details list all of them. */
const NAMED = 10;

function batchFacts({ count, orders }: BatchPurchase): Row[] {
  const named = orders.slice(0, NAMED);
  const more = count - named.length;
  return [
    ['Labels', `${formatCount(count)}, one for each order`],
    [
      'Orders',
      <>
        {named.map(({ orderId, orderNumber }, place) => (
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
