import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { createSequence } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, IndexDescription } from 'mongodb';
import type { AcceptedAgreement, CarrierAccountStore } from '../../ports';

export const CARRIER_ACCOUNTS = 'carrier_accounts';

interface CarrierAccountDocument extends AcceptedAgreement {
  _id: number;
  v: 1;
  status: 'active';
  createdAt: Date;
}

export const carrierAccountIndexes: readonly IndexDescription[] = [
  { key: { accountId: 1, carrier: 1, accountNumber: 1 }, unique: true },
];

const FIRST_ID = 1001;

export function createCarrierAccountStore(db: Db): CarrierAccountStore {
  const collection = db.collection<CarrierAccountDocument>(CARRIER_ACCOUNTS);
  const ids = createSequence(db, CARRIER_ACCOUNTS, FIRST_ID);
  return {
    list: async (accountId) => {
      const linked = await collection.find({ accountId }).sort({ carrier: 1, accountNumber: 1 }).toArray();
      return linked.map(({ _id, carrier, accountNumber, status, createdAt }) => ({
        ...{ id: _id, carrier, accountNumber, status, linkedAt: createdAt },
      }));
    },
    link: async ({ accountId, carrier, accountNumber, agreementVersion, acceptedAt }) => {
      const filter = { accountId, carrier, accountNumber };
      const id = await ids.next();
      const upsert = () =>
        collection.findOneAndUpdate(
          filter,
          {
            $set: { agreementVersion, acceptedAt },
            $setOnInsert: { _id: id, v: 1, status: 'active', createdAt: acceptedAt },
          },
          { upsert: true, returnDocument: 'after' },
        );
      const linked = await upsert().catch((error: unknown) => {
        // Two confirms at once both try to insert; the slower one finds what the faster one wrote.
        if (isDuplicateKey(error)) return upsert();
        throw error;
      });
      const { _id, status } = linked as CarrierAccountDocument;
      return { id: _id, status };
    },
  };
}
