import type { Order } from '@parcelyard/contracts/orders';
import { Card } from '../../view/card';
import { Facts } from '../../view/facts';

/** Names that other systems know the order by, and what was noted on it. */
export const OrderNotes = ({ order }: { order: Order }) => {
  const rows = [
    ['Order id', String(order.orderId)] as const,
    ...(order.externalOrderNumber ? [['Shop’s number', order.externalOrderNumber] as const] : []),
    ...(order.storeNotice ? [['Shop', order.storeNotice] as const] : []),
    ...(order.externalOrderId ? [['External id', order.externalOrderId] as const] : []),
    ...(order.invoiceNumber ? [['Invoice', order.invoiceNumber] as const] : []),
    ...(order.pickupId ? [['Pickup', String(order.pickupId)] as const] : []),
    ...(order.note
      ? [
          [
            'Note',
            <span key="note" class="pre-line">
              {order.note}
            </span>,
          ] as const,
        ]
      : []),
  ];
  return (
    <Card title="Details">
      <Facts rows={rows} />
    </Card>
  );
};
