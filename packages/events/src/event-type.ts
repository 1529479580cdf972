import {
  LabelPrinted,
  LabelPurchased,
  LabelVoided,
  OrderCreated,
  OrderReassigned,
  OrderRedacted,
  OwnerNotice,
  WriteBackDue,
} from '@parcelyard/contracts/events';
import type { MessageType } from '@parcelyard/service-kit/rpc/definition';

/** A type of event: its name on the bus, and the message of its payload. */
export interface EventType<T> {
  /**
   * In lower case with dots, such as `order.label_purchased`. The name is part of the bus's subject, so it must never
   * change.
   */
  readonly name: string;
  readonly message: MessageType<T>;
}

const NAME = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/;

/** @throws Error when the name is not in lower case with dots, because the bus could not route the event */
export function defineEvent<T>(name: string, message: MessageType<T>): EventType<T> {
  if (!NAME.test(name)) throw new Error(`Event name ${name} is not like "order.label_purchased".`);
  return Object.freeze({ name, message });
}

/** Published by orders when a label was marked printed and the order's customer is to be notified. */
export const labelPrinted = defineEvent('order.label_printed', LabelPrinted);

/** Published by orders when a label was attached to an order. */
export const labelPurchased = defineEvent('order.label_purchased', LabelPurchased);

/** Published by orders when a voided label was removed from its order. */
export const labelVoided = defineEvent('order.label_voided', LabelVoided);

/** Published by orders when an order that belongs to a customer in the address book was created or imported. */
export const orderCreated = defineEvent('order.created', OrderCreated);

/** Published by orders when an order is moved to another customer in the address book. */
export const orderReassigned = defineEvent('order.reassigned', OrderReassigned);

/** Published by orders when an order's personal data were removed. */
export const orderRedacted = defineEvent('order.redacted', OrderRedacted);

/** Published by billing when the owner of an account is to be notified by mail. */
export const ownerNotice = defineEvent('owner.notice', OwnerNotice);

/** Published by orders when a store is to be notified about a label of its order. */
export const writeBackDue = defineEvent('orders.write_back_due', WriteBackDue);
