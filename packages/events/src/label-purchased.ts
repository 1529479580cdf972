import { LabelPurchased } from '@parcelyard/contracts/events';
import { defineEvent } from './event-type';

/** Published by orders when a label was attached to an order. */
export const labelPurchased = defineEvent('order.label_purchased', LabelPurchased);
