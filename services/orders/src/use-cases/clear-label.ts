import { labelVoided } from '@parcelyard/events/label-voided';
import { createOutboxEntry } from '@parcelyard/events/outbox-entry';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { withVoided } from '../domain/bought-label';
import type { Order } from '../domain/order';
import type { OrderLabel } from '../domain/order-label';
import { allows } from '../domain/order-status';
import type { Customers, OrderChange, OrderStore } from '../ports';
import { changeOrder } from './change-order';
import { type OrderDetail, withShipTo } from './with-ship-to';

interface Dependencies {
  orders: OrderStore;
  customers: Customers;
  clock: Clock;
}

/**
 * Takes a voided label off its order and lets the event out, in one update: the order is ready to ship again, unless it
 * was canceled meanwhile. Idempotent for the purchase; an order that carries another label, or none, stays as it is.
 */
export const clearLabel =
  ({ orders, customers, clock }: Dependencies) =>
  async (
    accountId: AccountId,
    orderId: number,
    { purchaseId, refundFollows = false }: { purchaseId: string; refundFollows?: boolean | undefined },
  ): Promise<OrderDetail> => {
    const order = await changeOrder(orders, accountId, orderId, (current) => {
      const { label } = current;
      return label?.purchaseId === purchaseId
        ? clearing(current, label, { now: clock.now(), refundFollows })
        : undefined;
    });
    return withShipTo(order, customers);
  };

function clearing(
  order: Order,
  label: OrderLabel,
  { now, refundFollows }: { now: Date; refundFollows: boolean },
): OrderChange {
  const { accountId, orderId, status } = order;
  return {
    fields: {
      status: allows(status, 'ChooseShipping', 'label_voided') ? 'ChooseShipping' : status,
      label: undefined,
      boughtLabels: withVoided(order, label.purchaseId, {
        voidedAt: now,
        ...(refundFollows && { refundFollows }),
      }),
      trackingNumber: undefined,
      trackingUrl: undefined,
      inTransitDate: undefined,
      shippingCostCents: undefined,
      pickupId: undefined,
      // Specification, get_label: these may go on pointing to the voided label.
      staleRawLabelUrl: label.rawLabelUrl,
      staleFormUrl: label.formUrl,
      staleReceiptUrl: label.receiptUrl,
    },
    event: createOutboxEntry(
      labelVoided,
      { eventId: `label_voided:${label.purchaseId}`, accountId, occurredAt: now },
      { accountId, orderId, label },
    ),
  };
}
