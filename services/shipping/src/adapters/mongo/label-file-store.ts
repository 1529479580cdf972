import { createHash } from 'node:crypto';
import type { Clock } from '@parcelyard/service-kit/clock';
import { HISTORY_DAYS, type IndexPlan, keptDays } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { ifFound } from '@parcelyard/service-kit/mongo/if-found';
import { unlessDuplicate } from '@parcelyard/service-kit/mongo/unless-duplicate';
import { Binary, type Db } from 'mongodb';

export interface LabelFileId {
  readonly accountId: number;
  readonly purchaseId: string;
  readonly kind: string;
}

export interface StoredFile {
  readonly content: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

export interface FileFacts extends Omit<StoredFile, 'content'> {
  readonly size: number;
  readonly etag: string;
}

interface LabelFileDocument {
  /**
   * A file has one or more parts. The id of the first part is `<purchase>:<kind>`. The id of each later part is
   * `<purchase>:<kind>:<etag>:<part>`.
   */
  _id: string;
  v: 1;
  accountId: number;
  purchaseId: string;
  kind: string;
  contentType: string;
  fileName: string;
  content: Binary;
  /** Size of the whole file. Only the first part has it. */
  size?: number;
  etag?: string;
  createdAt: Date;
}

/** The most bytes of one part. MongoDB allows 16 MiB in a document. */
const PART_BYTES = 8 * 1024 * 1024;

/** Files are stored longer than any carrier accepts a label, so a valid label can always be printed again. */
export const labelFileIndexes: IndexPlan = { label_files: [keptDays('createdAt', HISTORY_DAYS)] };

export type LabelFileStore = ReturnType<typeof createLabelFileStore>;

export function createLabelFileStore(db: Db, clock: Clock) {
  const collection = db.collection<LabelFileDocument>('label_files');
  const headKey = ({ purchaseId, kind }: LabelFileId) => `${purchaseId}:${kind}`;
  const partKey = (id: LabelFileId, etag: string, part: number) => `${headKey(id)}:${etag}:${part}`;

  const insertOnce = async (document: LabelFileDocument): Promise<void> => {
    // A purchase that continues after a crash stores its files again. The first files stay.
    await unlessDuplicate(collection.insertOne(document));
  };

  const head = (id: LabelFileId) => collection.findOne({ _id: headKey(id), accountId: id.accountId });

  const describe = async (id: LabelFileId): Promise<FileFacts | undefined> => {
    const without = { projection: { content: 0 } };
    return ifFound(await collection.findOne({ _id: headKey(id), accountId: id.accountId }, without), factsOf);
  };

  return {
    /** Stores a file for HISTORY_DAYS after `createdAt`. If a file with this id exists, it stays. */
    put: async (
      id: LabelFileId,
      { content, contentType, fileName }: StoredFile,
      createdAt = clock.now(),
    ): Promise<void> => {
      const { accountId, purchaseId, kind } = id;
      const etag = etagOf(content);
      const about = { v: 1, accountId, purchaseId, kind, contentType, fileName, createdAt } as const;
      // The first part is written last. If it exists, the file is complete.
      for (let part = Math.ceil(content.length / PART_BYTES) - 1; part > 0; part -= 1) {
        await insertOnce({
          _id: partKey(id, etag, part),
          ...about,
          content: new Binary(partOf(content, part)),
        });
      }
      const first = new Binary(partOf(content, 0));
      await insertOnce({ _id: headKey(id), ...about, content: first, size: content.length, etag });
    },

    /** Returns a file that has one part. Every file of a single label has one part. */
    get: async (id: LabelFileId): Promise<StoredFile | undefined> => {
      const document = await head(id);
      return document ? { ...factsOf(document), content: bytesOf(document) } : undefined;
    },

    describe,

    /**
     * Returns the file's bytes from `offset` to the end of the part in which the offset is. A part has at most 8 MiB.
     */
    read: async (id: LabelFileId, offset: number): Promise<(FileFacts & { content: Buffer }) | undefined> => {
      const part = Math.floor(offset / PART_BYTES);
      if (part === 0) {
        const document = await head(id);
        return document ? { ...factsOf(document), content: bytesOf(document).subarray(offset) } : undefined;
      }
      const file = await describe(id);
      if (!file) return undefined;
      const key = { _id: partKey(id, file.etag, part), accountId: id.accountId };
      const document = await collection.findOne(key);
      const content = document ? bytesOf(document).subarray(offset - part * PART_BYTES) : Buffer.alloc(0);
      return { ...file, content };
    },
  };
}

const etagOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');

const partOf = (content: Buffer, part: number): Buffer =>
  content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);

const bytesOf = ({ content }: LabelFileDocument): Buffer =>
  Buffer.from(content.buffer.subarray(0, content.position));

const factsOf = ({ contentType, fileName, size, etag }: LabelFileDocument) =>
  ({ contentType, fileName, size, etag }) as FileFacts;
