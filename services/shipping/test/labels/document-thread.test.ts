import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { build } from 'esbuild';
import { documentPrinter } from '../../src/adapters/documents/document-printer';
import { createDocumentThread, type DocumentThread } from '../../src/adapters/documents/document-thread';
import { aLabelJob } from './a-label-job';

const job = aLabelJob('usps_ground_advantage');
let thread: DocumentThread;
afterEach(() => thread.stop());

describe('a document that a worker thread draws', () => {
  // The program must be in this folder tree to find its npm packages.
  const program = join(__dirname, '..', '..', 'dist', `label-documents-under-test.${process.pid}.mjs`);
  beforeAll(() =>
    build({
      entryPoints: [join(__dirname, '../../src/adapters/documents/label-documents.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      plugins: [
        {
          name: 'packages-outside',
          setup: ({ onResolve }) =>
            onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
              kind === 'entry-point' || path.startsWith('@parcelyard/') ? undefined : { external: true },
            ),
        },
      ],
    }),
  );
  beforeEach(() => {
    thread = createDocumentThread(program);
  });
  afterAll(() => rmSync(program));

  it('has the same bytes as one drawn in the main thread', async () => {
    for (const kind of ['label', 'qr', 'customsForm', 'receipt'] as const) {
      expect((await thread[kind](job)).equals(await documentPrinter[kind](job))).toBe(true);
    }
    const labels = await Promise.all(
      ['label', 'qr'].map(async (kind) => ({
        content: await documentPrinter[kind as 'label'](job),
        contentType: kind === 'qr' ? 'image/png' : 'application/pdf',
        fileName: '',
      })),
    );
    const at = new Date(0);
    expect((await thread.merge(labels, at)).equals(await documentPrinter.merge(labels, at))).toBe(true);
  });

  it('fails alone when it cannot be drawn', async () => {
    const broken = { content: Buffer.from('no PDF'), contentType: 'application/pdf', fileName: '' };
    const [merged, drawn] = await Promise.allSettled([
      thread.merge([broken], new Date(0)),
      thread.label(job),
    ]);
    expect(merged).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/PDF/) } });
    expect(drawn.status).toBe('fulfilled');
  });
});

describe('the worker thread', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-thread-'));
    writeFileSync(
      join(folder, 'program.mjs'),
      `import { parentPort, threadId } from 'node:worker_threads';
       parentPort.on('message', ({ id, task }) => {
         if (task === 'qr') process.exit(3);
         parentPort.postMessage({ id, content: Buffer.from(String(threadId)) });
       });`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const threadOf = async () => String(await thread.label(job));

  it('fails its documents when it dies, and the next document gets a new thread', async () => {
    thread = createDocumentThread(join(folder, 'program.mjs'));
    const first = await threadOf();
    const dying = await Promise.allSettled([thread.qr(job), thread.label(job)]);
    expect(dying.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = await threadOf();
    expect([second === first, await threadOf()]).toEqual([false, second]);
  });

  it('ends when it is idle, and starts again', async () => {
    thread = createDocumentThread(join(folder, 'program.mjs'), 1);
    const first = await threadOf();
    await eventually(async () => expect(await threadOf()).not.toBe(first));
  });
});
