import type { Clock } from '@parcelyard/service-kit/clock';
import { isDuplicateKey } from '@parcelyard/service-kit/mongo/is-duplicate-key';
import { Binary, type Db } from 'mongodb';
import type { LabelFileId, LabelFileStore } from '../../ports';

interface LabelFileDocument {
  /** `<purchase>:<kind>` */
  _id: string;
  v: 1;
  accountId: number;
  purchaseId: string;
  kind: string;
  contentType: string;
  fileName: string;
  content: Binary;
  createdAt: Date;
}

export function createLabelFileStore(db: Db, clock: Clock): LabelFileStore {
  const collection = db.collection<LabelFileDocument>('label_files');
  const key = ({ purchaseId, kind }: LabelFileId) => `${purchaseId}:${kind}`;
  return {
    put: async (id, { content, contentType, fileName }) => {
      const { accountId, purchaseId, kind } = id;
      try {
        await collection.insertOne({
          _id: key(id),
          v: 1,
          accountId,
          purchaseId,
          kind,
          contentType,
          fileName,
          content: new Binary(content),
          createdAt: clock.now(),
        });
      } catch (error) {
        // A resumed purchase stores its files again; the first ones stay.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    get: async (id) => {
      const file = await collection.findOne({ _id: key(id), accountId: id.accountId });
      if (!file) return undefined;
      return {
        content: Buffer.from(file.content.buffer.subarray(0, file.content.position)),
        contentType: file.contentType,
        fileName: file.fileName,
      };
    },
  };
}
