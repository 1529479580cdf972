import type { Order, OrderItem } from '@parcelyard/contracts/orders';
import type { ComponentChildren } from 'preact';
import type { OrderDetail } from '../../../../values/order-fields';
import { Card, Facts } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { type Column, Table } from '../../view/table';
import { webFailure } from '../../wording';

/** The goods, and what the buyer paid. */
export const OrderItems = ({ order }: { order: Order }) => (
  <Card title="Items">
    {order.items.length === 0 ? (
      <p class="muted">This order has no items.</p>
    ) : (
      <Table caption="Items of the order" columns={COLUMNS} rows={order.items} />
    )}
    <dl class="totals">
      {sumsOf(order).map(([name, cents]) => (
        <div key={name} class={name === 'Total' ? 'total' : undefined}>
          <dt>{name}</dt>
          <dd>{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

const COLUMNS: readonly Column<OrderItem>[] = [
  {
    heading: 'Item',
    cell: ({ name, sku, notes }) => (
      <div>
        <div>{name || sku}</div>
        {notes && <div class="muted small">{notes}</div>}
      </div>
    ),
  },
  {
    heading: 'SKU',
    cell: ({ sku }) => (sku ? <span class="code small">{sku}</span> : <span class="muted">–</span>),
  },
  { heading: 'Quantity', kind: 'numeric', cell: ({ quantity }) => quantity },
  { heading: 'Price', kind: 'numeric', cell: ({ priceCents }) => formatMoney(priceCents) },
];

/** Returns subtotal and total, and between them the amounts that are not 0. */
function sumsOf(order: Order): (readonly [string, number])[] {
  const between = [
    ['Shipping', order.shippingCents],
    ['Handling', order.handlingCents],
    ['Tax', order.taxCents],
    ['Discount', -order.discountCents],
  ] as const;
  return [
    ['Subtotal', order.subtotalCents],
    ...between.filter(([, cents]) => cents !== 0),
    ['Total', order.totalCents],
  ];
}

/** The lines of the card "Details". A field without a value has no line. */
const DETAILS: {
  [F in OrderDetail]: readonly [string, (value: NonNullable<Order[F]>) => ComponentChildren];
} = {
  orderId: ['Order id', String],
  externalOrderNumber: ['Store’s order number', String],
  storeNotice: ['Store', webFailure],
  externalOrderId: ['External id', String],
  invoiceNumber: ['Invoice', String],
  pickupId: ['Pickup', (pickupId) => <a href={`/pickups/${pickupId}`}>{pickupId}</a>],
  note: ['Note', (note) => <span class="pre-line">{note}</span>],
};

/** The order's ids in other systems, and its notes. */
export const OrderNotes = ({ order }: { order: Order }) => (
  <Card title="Details">
    <Facts
      rows={(Object.keys(DETAILS) as OrderDetail[]).flatMap((field) => {
        const [name, shown] = DETAILS[field] as readonly [string, (value: unknown) => ComponentChildren];
        return order[field] ? [[name, shown(order[field])] as const] : [];
      })}
    />
  </Card>
);
