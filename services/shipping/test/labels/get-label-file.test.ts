import { randomBytes } from 'node:crypto';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { partial } from '@parcelyard/testing/partial';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import { documentPrinter } from '../../src/adapters/documents/document-printer';
import { mergeLabels } from '../../src/adapters/documents/merge-labels';
import { createLabelFileStore } from '../../src/adapters/mongo/label-file-store';
import type { LabelState, PurchaseStore } from '../../src/adapters/mongo/purchase-store';
import type { Carrier } from '../../src/sellers/carrier-port';
import type { CarrierRegistry } from '../../src/sellers/carrier-registry';
import { createDrawnFiles } from '../../src/use-cases/draw-label-file';
import { getLabelFile, type LabelFilePorts } from '../../src/use-cases/get-label-file';
import { aLabelJob } from './a-label-job';

const BOUGHT_AT = new FakeClock().now();
const DAY_MS = 86_400_000;
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
      drawnFiles: { keep: async () => false },
      purchases: partial<PurchaseStore>({ labelStates: async () => new Map() }),
      labelSheets: { make: async () => undefined },
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

  it('that is larger than one document and one message is stored, and read in several calls', async () => {
    const content = randomBytes(20_000_000);
    await store(content);
    const whole = await readWhole();
    expect([whole.content.equals(content), whole.calls]).toEqual([true, 3]);
    const middle = await read({ offset: 9_000_000 });
    expect(Buffer.from(middle.content.subarray(0, 100))).toEqual(content.subarray(9_000_000, 9_000_100));
  });

  it('is the first one that was stored, and is never mixed with another', async () => {
    const content = randomBytes(10_000_000);
    await store(content);
    await store(randomBytes(10_000_000));
    expect((await readWhole()).content.equals(content)).toBe(true);
    await expect(read({ offset: 8, etag: 'another' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is described without a read of its content', async () => {
    await store(Buffer.from('%PDF-1.7'));
    const { etag } = await read();
    const described = { size: 8, etag, fileName: 'labels.pdf', content: Buffer.alloc(0) };
    expect(await read({ withoutContent: true })).toMatchObject(described);
    expect(await read()).toMatchObject({ size: 8, etag, content: Buffer.from('%PDF-1.7') });
  });

  it('that was never stored is not found', async () => {
    for (const withoutContent of [false, true]) {
      await expect(read({ withoutContent })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('a label file that was not stored with its purchase', () => {
  let database: TestDatabase;
  let clock: FakeClock;
  let carrier: Carrier;
  let drawn: number;
  beforeEach(async () => {
    database = await startTestDatabase();
    clock = new FakeClock();
    drawn = 0;
    carrier = partial<Carrier>({
      code: 'usps',
      documentsAnyTime: true,
      declaration: partial({ name: 'USPS' }),
      document: async ({ reference }, kind) => {
        drawn += 1;
        const content = Buffer.from(`${kind} of ${reference}, drawing ${drawn}`);
        return { content, contentType: 'application/pdf', fileName: 'label.pdf' };
      },
    });
  });
  afterEach(() => database.close());

  const aReplica = (kind = 'label', standing: Partial<LabelState> = {}) => {
    const label = { trackingNumber: '9400', boughtAt: BOUGHT_AT, documents: ['label', 'receipt'] };
    const state: LabelState = {
      voided: false,
      voidPending: false,
      sold: { seller: 'sandbox', carrier: 'usps' },
      reference: 'ref_1',
      label,
      ...standing,
    };
    const purchases = partial<PurchaseStore>({
      labelStates: async (_, [id]) => new Map(id === 'pur_1' ? [[id, state]] : []),
    });
    const files = createLabelFileStore(database.db, clock);
    const ports: LabelFilePorts = {
      links: { sign: () => 'link', verify: () => ({ ...ID, kind }) },
      files,
      batches: {} as LabelFilePorts['batches'],
      labelSheets: { make: async () => undefined },
      drawnFiles: createDrawnFiles({
        files,
        clock,
        carriers: partial<CarrierRegistry>({ of: () => carrier }),
        purchases,
      }),
      purchases,
    };
    return (withoutContent = false) =>
      getLabelFile(ports, { token: 'link', offset: 0, etag: '', withoutContent });
  };

  it('is drawn once for twenty GETs and HEADs at once, and stored', async () => {
    const open = aReplica();
    const round = () => Promise.all(Array.from({ length: 20 }, (_, at) => open(at % 2 === 0)));
    const answers = [...(await round()), ...(await round())];
    expect(drawn).toBe(1);
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
    expect(answers[1]).toMatchObject({ size: 25, content: Buffer.from('label of ref_1, drawing 1') });
  });

  it.each([
    ['was voided', { voided: true }, 'label_file_voided'],
    ['has a pending void', { voidPending: true }, 'label_file_void_pending'],
  ])('of a label that %s is not returned any more, and its receipt is', async (_, standing, reason) => {
    await aReplica()();
    for (const kind of ['label', 'raw', 'form']) {
      for (const withoutContent of [false, true]) {
        await expect(aReplica(kind, standing)(withoutContent)).rejects.toMatchObject({ reason });
      }
    }
    expect((await aReplica('receipt', standing)()).content).toEqual(
      Buffer.from('receipt of ref_1, drawing 2'),
    );
  });

  it('is the same in two replicas that draw it at once', async () => {
    const answers = await Promise.all([aReplica()(), aReplica()()]);
    expect(answers[0]?.etag).toBe(answers[1]?.etag);
  });

  it('is stored as long as with the purchase, and not drawn afterwards', async () => {
    clock.advance(399 * DAY_MS);
    await aReplica()();
    const kept = await database.db.collection('label_files').findOne({ accountId: 1 });
    expect(kept?.createdAt).toEqual(BOUGHT_AT);
    await database.db.collection('label_files').deleteMany({ accountId: 1 });
    clock.advance(2 * DAY_MS);
    await expect(aReplica()()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not found for a kind that the label does not have, or for a carrier without later documents', async () => {
    await expect(aReplica('form')()).rejects.toMatchObject({ code: 'not_found' });
    const { documentsAnyTime: _, ...without } = carrier;
    carrier = without;
    await expect(aReplica()()).rejects.toMatchObject({ code: 'not_found' });
    expect(drawn).toBe(0);
  });

  it('can be requested again when its carrier did not answer', async () => {
    const working = carrier;
    carrier = { ...carrier, document: () => Promise.reject(new Error('connection lost')) };
    const open = aReplica();
    await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
    carrier = working;
    expect(await open()).toMatchObject({ fileName: 'label.pdf' });
  });
});

it('the same labels give the same merged bytes, in any process and at any time', async () => {
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
