import { OrderCreated } from '@parcelyard/contracts/events';
import { defineEvent } from './event-type';

/** Published by orders with every order of a customer record, created or imported. */
export const orderCreated = defineEvent('order.created', OrderCreated);
