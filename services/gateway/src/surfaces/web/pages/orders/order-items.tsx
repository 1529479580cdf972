import type { Order, OrderItem } from '@parcelyard/contracts/orders';
import type { ComponentChildren } from 'preact';
import type { OrderDetail } from '../../../../values/order-fields';
import { Card, Facts } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { type Column, Table } from '../../view/table';
import { webFailure } from '../../wording';

/** What is in the parcel, and what the buyer paid. */
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

/** Subtotal and total always; what lies between only when there is some. */
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

/** How a field is a line of the card "Details"; one that the order lacks has none. */
const DETAILS: {
  [F in OrderDetail]: readonly [string, (value: NonNullable<Order[F]>) => ComponentChildren];
} = {
  orderId: ['Order id', String],
  externalOrderNumber: ['Shop’s number', String],
  storeNotice: ['Shop', webFailure],
  externalOrderId: ['External id', String],
  invoiceNumber: ['Invoice', String],
  pickupId: ['Pickup', String],
  note: ['Note', (note) => <span class="pre-line">{note}</span>],
};

/** Names that other systems know the order by, and what was noted on it. */
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
