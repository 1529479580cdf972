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
