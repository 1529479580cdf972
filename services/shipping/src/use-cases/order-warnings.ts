import type { Order } from '@parcelyard/contracts/orders';
import { labelWarnings } from '../carriers/label-warnings';
import type { PostalAddress } from '../domain/address/postal-address';
import { declaresGoods } from '../domain/customs/customs-region';
import { customsWarnings } from '../domain/customs/customs-warnings';
import { orderGoods } from './order-goods';
import { postalAddress } from './postal-address';

/** What will stand on an order's label or customs declaration otherwise than its sender may expect. */
export function orderWarnings(order: Order, from: PostalAddress, itn?: string): string[] {
  const to = postalAddress(order.shipTo);
  if (!declaresGoods(from, to)) return labelWarnings(to);
  const listed = order.items.length > 0;
  return [...labelWarnings(to), ...customsWarnings({ to, items: orderGoods(order), listed, itn })];
}
