import { SyncRequested } from '@parcelyard/contracts/events';
import { defineEvent } from './event-type';

/** Published by orders when an import of a store's orders was queued. */
export const syncRequested = defineEvent('orders.sync_requested', SyncRequested);
