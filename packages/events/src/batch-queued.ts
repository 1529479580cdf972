import { BatchQueued } from '@parcelyard/contracts/events';
import { defineEvent } from './event-type';

/** Published by shipping when a batch of labels was queued. */
export const batchQueued = defineEvent('shipping.batch_queued', BatchQueued);
