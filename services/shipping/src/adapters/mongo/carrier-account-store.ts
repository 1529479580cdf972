import type { CarrierAccount, LinkedCarrier } from '@parcelyard/contracts/shipping';
import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db, IndexDescription } from 'mongodb';

export const CARRIER_ACCOUNTS = 'carrier_accounts';

interface AcceptedAgreement {
  accountId: number;
  carrier: string;
  /** Empty for an account that was opened without a number. */
  accountNumber: string;
  agreementVersion: string;
  acceptedAt: Date;
}

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

export type CarrierAccountStore = ReturnType<typeof createCarrierAccountStore>;

export function createCarrierAccountStore(db: Db, sequences: Sequences) {
  const collection = db.collection<CarrierAccountDocument>(CARRIER_ACCOUNTS);
  const ids = sequences.create(CARRIER_ACCOUNTS, FIRST_ID);
  return {
    /** Returns the linked carrier accounts, sorted by carrier, then by number. */
    list: async (accountId: number): Promise<LinkedCarrier[]> => {
      const linked = await collection.find({ accountId }).sort({ carrier: 1, accountNumber: 1 }).toArray();
      return linked.map(({ _id, carrier, accountNumber, status, createdAt }) => ({
        carrierAccountId: _id,
        carrier,
        accountNumber,
        status,
        linkedAt: createdAt,
      }));
    },
    /**
     * Saves that the account uses a carrier account. A second call for the same number only updates the accepted
     * agreement.
     */
    link: async ({
      agreementVersion,
      acceptedAt,
      ...account
    }: AcceptedAgreement): Promise<CarrierAccount> => {
      const id = await ids.next();
      const upsert = () =>
        collection.findOneAndUpdate(
          account,
          {
            $set: { agreementVersion, acceptedAt },
            $setOnInsert: { _id: id, v: 1, status: 'active', createdAt: acceptedAt },
          },
          { upsert: true, returnDocument: 'after' },
        );
      const { _id, status } = (await repeatIfDuplicate(upsert)) as CarrierAccountDocument;
      return { carrierAccountId: _id, carrier: account.carrier, status };
    },
  };
}
