import {
  LabelPrinted,
  LabelPurchased,
  LabelVoided,
  OrderCreated,
  OrderRedacted,
  OwnerNotice,
  WriteBackDue,
} from '@parcelyard/contracts/events';
import type { MessageType } from '@parcelyard/service-kit/rpc/definition';

/** A kind of event: its name on the bus and the message that its payload encodes. */
export interface EventType<T> {
  /** Dotted and lower case, such as `order.label_purchased`; part of the bus's subject, so it may never change. */
  readonly name: string;
  readonly message: MessageType<T>;
}

const NAME = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/;

/** @throws Error when the name is no dotted lower-case name: the bus could not route it */
export function defineEvent<T>(name: string, message: MessageType<T>): EventType<T> {
  if (!NAME.test(name)) throw new Error(`Event name ${name} is not like "order.label_purchased".`);
  return Object.freeze({ name, message });
}

/** Published by orders when a label was marked printed and its customer is to be told. */
export const labelPrinted = defineEvent('order.label_printed', LabelPrinted);

/** Published by orders when a label was attached to an order. */
export const labelPurchased = defineEvent('order.label_purchased', LabelPurchased);

/** Published by orders when a voided label was taken off its order. */
export const labelVoided = defineEvent('order.label_voided', LabelVoided);

/** Published by orders with every order of a customer record, created or imported. */
export const orderCreated = defineEvent('order.created', OrderCreated);

/** Published by orders when an order's personal data were removed. */
export const orderRedacted = defineEvent('order.redacted', OrderRedacted);

/** Published by billing when the owner of an account is to be told something by mail. */
export const ownerNotice = defineEvent('owner.notice', OwnerNotice);

/** Published by orders when a store is to be told of what became of a label of its order. */
export const writeBackDue = defineEvent('orders.write_back_due', WriteBackDue);
