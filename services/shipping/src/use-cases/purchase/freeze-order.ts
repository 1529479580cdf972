import type { Order } from '@parcelyard/contracts/orders';
import { cents } from '@parcelyard/money/cents';
import type { FrozenOrder } from '../../domain/purchase';
import { orderReferences } from '../order-references';
import { postalAddress } from '../postal-address';

/** What a purchase keeps of its locked order. */
export function freezeOrder(order: Order): FrozenOrder {
  return {
    shipTo: postalAddress(order.shipTo),
    references: orderReferences(order),
    items: order.items.map(({ name, quantity, priceCents }) => ({
      description: name,
      quantity,
      unitValue: cents(priceCents),
    })),
  };
}
