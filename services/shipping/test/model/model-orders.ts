import { lockOrder } from '@parcelyard/orders/adapters/mongo/lock-order';
import type { OrderDocument } from '@parcelyard/orders/adapters/mongo/order-document';
import type { OrderStore } from '@parcelyard/orders/adapters/mongo/order-store';
import { createWrittenOrders } from '@parcelyard/orders/adapters/mongo/written-orders';
import type { Order } from '@parcelyard/orders/domain/order';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Collection, Db, Document } from 'mongodb';
import { someTerms } from '../support/some-terms';

/** Returns an order with the fields that a purchase needs. */
export const aModelOrder = (accountId: AccountId, orderId: number) => ({
  _id: orderId,
  orderId,
  accountId,
  version: 1,
  addressVersion: someTerms.addressVersion,
  status: 'ChooseShipping',
  customerId: 0,
  recipient: { ...someTerms.shipFrom, email: '' },
  items: [],
  orderNumber: `O${orderId}`,
  labelGeneration: 0,
  appliedScans: [],
  note: '',
  subtotalCents: 0,
  shippingCents: 0,
  taxCents: 0,
  handlingCents: 0,
  discountCents: 0,
  totalCents: 0,
});

/** Creates the part of the order store that a purchase needs. A change is refused when another change came first. */
export function createModelOrders(db: Db, clock: Clock): OrderStore {
  const collection = db.collection<Document>('orders');
  const writtenOrders = createWrittenOrders(clock);
  const get = (account: number, orderId: number) =>
    collection.findOne({ _id: orderId, accountId: account } as never);
  const store: Pick<OrderStore, 'get' | 'update' | 'lock' | 'justWritten' | 'listPurchases'> = {
    get: async (account, orderId) => ((await get(account, orderId)) ?? undefined) as Order | undefined,
    lock: async (accountId, orderId, params) => {
      const documents = collection as unknown as Collection<OrderDocument>;
      const locked = await lockOrder(documents, { accountId, orderId }, params);
      return locked ? writtenOrders.keep(locked as unknown as Order) : undefined;
    },
    justWritten: writtenOrders.find,
    listPurchases: async () => {
      const all = (await collection.find({}).toArray()) as unknown as Order[];
      return all.map(({ accountId, orderId, lockedBy = '', label }) => ({
        accountId,
        orderId,
        lockedBy,
        label: label?.purchaseId ?? '',
        returnLabel: '',
      }));
    },
    update: async ({ orderId, accountId: account, version }, { fields }) => {
      const gone = Object.entries(fields).filter(([, value]) => value === undefined);
      const changed = await collection.findOneAndUpdate(
        { _id: orderId, accountId: account, version } as never,
        {
          $set: fields,
          $inc: { version: 1 },
          ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map(([name]) => [name, ''])) }),
        },
        { returnDocument: 'after' },
      );
      return changed ? writtenOrders.keep(changed as unknown as Order) : undefined;
    },
  };
  return store as OrderStore;
}
