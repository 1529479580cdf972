import type { PurchaseId } from '@parcelyard/service-kit/ids';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { partial } from '@parcelyard/testing/partial';
import { startTestDatabase, type TestDatabase } from '@parcelyard/testing/start-test-database';
import {
  createLabelFileStore,
  type LabelFileStore,
  type StoredFile,
} from '../../src/adapters/mongo/label-file-store';
import type { LabelState, PurchaseStore } from '../../src/adapters/mongo/purchase-store';
import type { Batch, BatchItem } from '../../src/domain/batch/batch';
import type { LabelSheets } from '../../src/ports';
import type { Carrier } from '../../src/sellers/carrier-port';
import type { CarrierRegistry } from '../../src/sellers/carrier-registry';
import { createLabelSheets } from '../../src/use-cases/batch/create-label-sheets';
import { getLabelFile } from '../../src/use-cases/get-label-file';

const aState = (documents: readonly string[]): LabelState => ({
  voided: false,
  voidPending: false,
  sold: { seller: 'sandbox', carrier: 'usps' },
  reference: 'ref',
  label: { trackingNumber: '9400', boughtAt: new FakeClock().now(), documents },
});

const BATCH_FILE = { accountId: 1, purchaseId: 'batch_301', kind: 'labels' };

describe('the one PDF of a batch', () => {
  let database: TestDatabase;
  let files: LabelFileStore;
  let sheets: LabelSheets;
  let merged: string[][];
  let states: Record<string, LabelState>;
  let carrier: Partial<Carrier>;
  const batch = partial<Batch>({
    id: 301,
    accountId: 1,
    status: 'completed',
    createdAt: new Date(0),
    items: (['pur_1_1', 'pur_2_1', 'pur_3_1'] as PurchaseId[]).map((purchaseId, at) =>
      partial<BatchItem>({ status: 'purchased', purchaseId, orderNumber: `100${at + 1}` }),
    ),
  });

  beforeEach(async () => {
    database = await startTestDatabase();
    files = createLabelFileStore(database.db, new FakeClock());
    merged = [];
    const abroad = aState(['label', 'form', 'receipt']);
    states = { pur_1_1: aState(['label']), pur_2_1: abroad, pur_3_1: abroad };
    for (const [purchaseId, { label }] of Object.entries(states)) {
      for (const kind of label?.documents ?? []) {
        const content = Buffer.from(`${kind} of ${purchaseId}`);
        await files.put(
          { accountId: 1, purchaseId, kind },
          { content, contentType: 'application/pdf', fileName: '' },
        );
      }
    }
    carrier = { code: 'usps' };
    sheets = createLabelSheets({
      ...ports(),
      documents: {
        merge: async (all: readonly StoredFile[]) => {
          merged.push(all.map(({ content }) => content.toString()));
          return Buffer.from('%PDF-merged');
        },
        missing: async ({ orderNumber, kind }) => Buffer.from(`no ${kind} of ${orderNumber}`),
      },
    });
  });
  afterEach(() => database.close());

  const ports = () => ({
    files,
    clock: new FakeClock(),
    carriers: partial<CarrierRegistry>({ of: () => partial(carrier) }),
    purchases: partial<PurchaseStore>({
      labelStates: async () => new Map(Object.entries(states) as [PurchaseId, LabelState][]),
    }),
  });

  const open = (withoutContent: boolean) =>
    getLabelFile(
      {
        links: { sign: () => '', verify: () => BATCH_FILE },
        files,
        drawnFiles: { keep: async () => false },
        batches: { find: async () => batch } as never,
        labelSheets: sheets,
        purchases: ports().purchases,
      },
      { token: 'link', offset: 0, etag: '', withoutContent },
    );

  it('contains each label and then its customs form, without voided labels', async () => {
    states.pur_3_1 = { ...aState(['label', 'form']), voided: true };
    expect(await sheets.make(batch)).toBeDefined();
    expect(merged).toEqual([['label of pur_1_1', 'label of pur_2_1', 'form of pur_2_1']]);
  });

  it('is made again without a label whose void is pending, and contains it again when the carrier refuses', async () => {
    const whole = await open(false);
    states.pur_1_1 = { ...aState(['label']), voidPending: true };
    await expect(open(false)).resolves.toBeDefined();
    expect(merged.at(-1)).toEqual([
      'label of pur_2_1',
      'form of pur_2_1',
      'label of pur_3_1',
      'form of pur_3_1',
    ]);
    states.pur_1_1 = aState(['label']);
    expect((await open(false)).etag).toBe(whole.etag);
    states.pur_1_1 = { ...aState(['label']), voided: true };
    await open(true);
    expect(merged).toHaveLength(2);
  });

  it('has a page that names the order in the place of a label or customs form whose file no longer exists', async () => {
    for (const [purchaseId, kind] of [
      ['pur_1_1', 'label'],
      ['pur_2_1', 'form'],
    ]) {
      await database.db
        .collection<{ _id: string }>('label_files')
        .deleteOne({ _id: `${purchaseId}:${kind}` });
    }
    await open(false);
    expect(merged).toEqual([
      ['no label of 1001', 'label of pur_2_1', 'no form of 1002', 'label of pur_3_1', 'form of pur_3_1'],
    ]);
  });

  it('is drawn from labels that the carrier can return at any time, without storing them separately', async () => {
    await database.db.collection('label_files').deleteMany({ accountId: 1 });
    carrier = {
      code: 'usps',
      documentsAnyTime: true,
      document: async ({ reference }, kind) => ({
        content: Buffer.from(`${kind} drawn for ${reference}`),
        contentType: 'application/pdf',
        fileName: '',
      }),
    };
    states = { pur_1_1: aState(['label']), pur_2_1: { ...aState(['label', 'form']), reference: 'ref_2' } };
    await open(false);
    expect(merged).toEqual([['label drawn for ref', 'label drawn for ref_2', 'form drawn for ref_2']]);
    expect(await database.db.collection('label_files').countDocuments()).toBe(1);
  });

  it('is merged once for twenty HEADs and GETs at once, and never again [MCP-S24]', async () => {
    const round = () => Promise.all(Array.from({ length: 20 }, (_, at) => open(at % 2 === 0)));
    const [first, ...others] = await round();
    expect(merged).toHaveLength(1);
    for (const { etag, size } of [...others, ...(await round())]) {
      expect([etag, size]).toEqual([first?.etag, first?.size]);
    }
    expect(merged).toHaveLength(1);
  });

  it('waits for those of other batches, and above the queue limit it is refused with a time to try again', async () => {
    let underWay = 0;
    let most = 0;
    sheets = createLabelSheets({
      ...ports(),
      documents: {
        merge: async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return Buffer.from('%PDF-merged');
        },
        missing: async () => Buffer.from('%PDF-missing'),
      },
    });
    const opened = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => sheets.make({ ...batch, id: 400 + at })),
    );
    expect(most).toBe(1);
    const refused = opened.filter((outcome) => outcome.status === 'rejected');
    expect(opened.length - refused.length).toBe(17);
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) });
  });

  it('is not made when every label is voided, and the refusal says so', async () => {
    for (const id of Object.keys(states)) states[id] = { ...aState(['label']), voided: true };
    await expect(open(true)).rejects.toMatchObject({ reason: 'labels_voided' });
    expect(merged).toEqual([]);
  });
});
