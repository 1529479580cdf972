import type { Order } from '@parcelyard/contracts/orders';
import type { FrozenOrder } from '../../domain/purchase';
import { orderGoods } from '../order-goods';
import { orderReferences } from '../order-references';
import { postalAddress } from '../postal-address';

/** What a purchase keeps of its locked order. */
export function freezeOrder(order: Order): FrozenOrder {
  return {
    shipTo: postalAddress(order.shipTo),
    references: orderReferences(order),
    items: orderGoods(order),
  };
}
