import { formatShortDay } from '../../view/format';
import { OrderStatusBadge } from '../../view/order-status-badge';
import type { Column } from '../../view/table';

/** Columns that the lists of orders share. */
export const ORDER_COLUMN: Column<{ orderId: number; orderNumber: string }> = {
  heading: 'Order',
  cell: ({ orderId, orderNumber }) => (
    <a class="strong" href={`/orders/${orderId}`}>
      {orderNumber}
    </a>
  ),
};

export const dateColumn = (timeZone: string): Column<{ date?: Date | undefined }> => ({
  heading: 'Date',
  cell: ({ date }) => date && <span class="nowrap">{formatShortDay(date, timeZone)}</span>,
});

export const STATUS_COLUMN: Column<{ status: string }> = {
  heading: 'Status',
  cell: ({ status }) => <OrderStatusBadge status={status} />,
};

export const TRACKING_COLUMN: Column<{ trackingNumber?: string | undefined }> = {
  heading: 'Tracking',
  cell: ({ trackingNumber }) =>
    trackingNumber ? <span class="code small">{trackingNumber}</span> : <span class="muted">–</span>,
};
