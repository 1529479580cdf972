import { randomBytes } from 'node:crypto';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { documentPrinter } from '../../src/adapters/documents/document-printer';
import { mergeLabels } from '../../src/adapters/documents/merge-labels';
import { createLabelFileStore } from '../../src/adapters/mongo/label-file-store';
import { getLabelFile, type LabelFilePorts } from '../../src/use-cases/get-label-file';
import { aLabelJob } from './a-label-job';

const ID = { accountId: 1, purchaseId: 'pur_1', kind: 'label' };

describe('a label file', () => {
  let database: TestDatabase;
  let ports: LabelFilePorts;
  beforeEach(async () => {
    database = await startTestDatabase();
    ports = {
      links: { sign: () => 'link', verify: (token) => (token === 'link' ? ID : undefined) },
      files: createLabelFileStore(database.db, new FakeClock()),
      batches: {} as LabelFilePorts['batches'],
      labelSheets: { make: async () => false },
    };
  });
  afterEach(() => database.close());

  const store = (content: Buffer) =>
    ports.files.put(ID, { content, contentType: 'application/pdf', fileName: 'labels.pdf' });
  const read = (changes: { offset?: number; etag?: string; withoutContent?: boolean } = {}) =>
    getLabelFile(ports, { token: 'link', offset: 0, etag: '', ...changes });
  const readWhole = async () => {
    const parts: Uint8Array[] = [];
    let [etag, offset, size] = ['', 0, 1];
    while (offset < size) {
      const part = await read({ offset, etag });
      parts.push(part.content);
      [etag, size] = [part.etag, part.size];
      offset += part.content.length;
    }
    return { content: Buffer.concat(parts), calls: parts.length };
  };

  it('longer than one document and one message is kept, and read call by call', async () => {
    const content = randomBytes(20_000_000);
    await store(content);
    const whole = await readWhole();
    expect([whole.content.equals(content), whole.calls]).toEqual([true, 3]);
    const middle = await read({ offset: 9_000_000 });
    expect(Buffer.from(middle.content.subarray(0, 100))).toEqual(content.subarray(9_000_000, 9_000_100));
  });

  it('is the first that was stored, and not mixed with another', async () => {
    const content = randomBytes(10_000_000);
    await store(content);
    await store(randomBytes(10_000_000));
    expect((await readWhole()).content.equals(content)).toBe(true);
    await expect(read({ offset: 8, etag: 'another' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is described without a byte of it, also one that was stored before sizes were', async () => {
    await store(Buffer.from('%PDF-1.7'));
    const { etag } = await read();
    const described = { size: 8, etag, fileName: 'labels.pdf', content: Buffer.alloc(0) };
    expect(await read({ withoutContent: true })).toMatchObject(described);
    await database.db
      .collection('label_files')
      .updateOne({ accountId: 1 }, { $unset: { size: '', etag: '' } });
    expect(await read({ withoutContent: true })).toMatchObject(described);
    expect(await read()).toMatchObject({ size: 8, etag, content: Buffer.from('%PDF-1.7') });
  });

  it('that nobody has stored is not found', async () => {
    for (const withoutContent of [false, true]) {
      await expect(read({ withoutContent })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

it('the same labels merge into the same bytes, whoever merges them and when', async () => {
  const labels = await Promise.all(
    ['usps_ground_advantage', 'ups_ground'].map(async (service) => ({
      content: await documentPrinter.label(aLabelJob(service)),
      contentType: 'application/pdf',
      fileName: `${service}.pdf`,
    })),
  );
  const madeAt = new Date('2026-03-01T00:00:00Z');
  const first = await mergeLabels(labels, madeAt);
  expect((await mergeLabels(labels, madeAt)).equals(first)).toBe(true);
});
