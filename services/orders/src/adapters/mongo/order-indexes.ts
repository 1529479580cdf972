import { outboxIndex } from '@parcelyard/events/start-outbox-relay';
import type { IndexPlan } from '@parcelyard/service-kit/mongo/ensure-indexes';

/** Every index of the service. A query without an index is a defect; a test runs `explain` for all queries. */
export const orderIndexes: IndexPlan = {
  orders: [
    { key: { accountId: 1, status: 1, date: -1, _id: -1 }, name: 'by_status' },
    { key: { accountId: 1, active: 1, date: -1, _id: -1 }, name: 'by_activity' },
    { key: { accountId: 1, orderNumber: 1 }, name: 'order_number', unique: true },
    {
      key: { accountId: 1, liveExternalId: 1 },
      name: 'live_external_id',
      unique: true,
      partialFilterExpression: { liveExternalId: { $exists: true } },
    },
    {
      key: { accountId: 1, importKey: 1 },
      name: 'import_key',
      unique: true,
      partialFilterExpression: { importKey: { $exists: true } },
    },
    {
      key: { accountId: 1, pickupId: 1 },
      name: 'pickup',
      partialFilterExpression: { pickupId: { $exists: true } },
    },
    {
      key: { accountId: 1, liveInvoice: 1 },
      name: 'live_invoice',
      unique: true,
      partialFilterExpression: { liveInvoice: { $exists: true } },
    },
    {
      key: { accountId: 1, invoiceNumber: 1, date: -1, _id: -1 },
      name: 'by_invoice',
      partialFilterExpression: { invoiceNumber: { $exists: true } },
    },
    {
      key: { accountId: 1, mailbox: 1, date: -1, _id: -1 },
      name: 'by_mailbox',
      partialFilterExpression: { mailbox: { $exists: true } },
    },
    {
      key: { accountId: 1, externalOrderId: 1, date: -1, _id: -1 },
      name: 'by_external_id',
      partialFilterExpression: { externalOrderId: { $exists: true } },
    },
    { key: { accountId: 1, updatedAt: 1, _id: 1 }, name: 'by_change' },
    { key: { accountId: 1, date: -1, _id: -1 }, name: 'by_date' },
    { key: { accountId: 1, searchWords: 1 }, name: 'by_word' },
    { key: { accountId: 1, customerId: 1, date: -1, _id: -1 }, name: 'by_customer' },
    {
      // The orders for which a batch may buy labels. Orders that shipped long ago are not in this index.
      key: { accountId: 1, date: 1, _id: 1 },
      name: 'ready_to_ship',
      partialFilterExpression: { status: 'ChooseShipping', weightOz: { $gt: 0 } },
    },
    outboxIndex,
  ],
  order_counters: [{ key: { accountId: 1, day: 1 }, name: 'span' }],
  products: [
    { key: { accountId: 1, nameKey: 1 }, name: 'name', unique: true },
    { key: { accountId: 1, active: 1, sortKey: 1, nameKey: 1 }, name: 'by_name' },
    {
      key: { accountId: 1, skuKey: 1, _id: 1 },
      name: 'sku',
      partialFilterExpression: { skuKey: { $exists: true } },
    },
  ],
};
