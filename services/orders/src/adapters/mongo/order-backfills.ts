import type { Clock } from '@parcelyard/service-kit/clock';
import { searchWords } from '../../domain/search-words';
import type { OrderBackfill } from './start-order-backfill';

/** The words that a search finds an order by. */
export const searchWordsBackfill: OrderBackfill = {
  name: 'orders-search-words',
  field: 'searchWords',
  reads: {
    ...{ orderNumber: 1, recipient: 1, shippingAddress: 1, trackingNumber: 1 },
    ...{ externalOrderId: 1, externalOrderNumber: 1, invoiceNumber: 1 },
  },
  value: searchWords,
};

/** Nobody knows when an order of before was changed last: now is late enough for every reader of changes. */
export const updatedAtBackfill = (clock: Clock): OrderBackfill => ({
  name: 'orders-updated-at',
  field: 'updatedAt',
  reads: {},
  value: () => clock.now(),
});
