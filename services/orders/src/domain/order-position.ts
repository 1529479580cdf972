import type { OrderQuery } from './order-query';

/** The position of a walk over orders: after this order, by its date or by its last change. */
export interface OrderPosition {
  at: Date;
  orderId: number;
}

/** A walk goes from the newest order to the oldest; when changes are asked for, from the oldest change on. */
export const walksByChange = ({ updatedFrom }: OrderQuery): boolean => updatedFrom !== undefined;
