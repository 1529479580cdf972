import { randomBytes } from 'node:crypto';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { documentPrinter } from '../../src/adapters/documents/document-printer';
import { mergeLabels } from '../../src/adapters/documents/merge-labels';
import { createOpenedFiles } from '../../src/adapters/documents/opened-files';
import { getLabelFile, type LabelFilePorts } from '../../src/use-cases/get-label-file';
import { aLabelJob } from './a-label-job';

const ID = { accountId: 1, purchaseId: 'pur_1', kind: 'label' };

describe('a label file longer than one message', () => {
  const clock = new FakeClock();
  const stored = { content: randomBytes(20_000_000), contentType: 'application/pdf', fileName: 'labels.pdf' };
  let reads = 0;
  const replica = (file = stored): LabelFilePorts => ({
    links: { sign: () => 'link', verify: (token) => (token === 'link' ? ID : undefined) },
    files: {
      put: async () => undefined,
      get: async () => {
        reads += 1;
        return file;
      },
    },
    purchases: {} as LabelFilePorts['purchases'],
    batches: {} as LabelFilePorts['batches'],
    mergeLabels,
    opened: createOpenedFiles(clock),
  });
  const readWhole = async (replicas: readonly LabelFilePorts[]) => {
    const parts: Uint8Array[] = [];
    let etag = '';
    let [offset, size] = [0, 1];
    for (let call = 0; offset < size; call += 1) {
      const ports = replicas[call % replicas.length] as LabelFilePorts;
      const part = await getLabelFile(ports, { token: 'link', offset, etag });
      parts.push(part.content);
      [etag, size] = [part.etag, part.size];
      offset += part.content.length;
    }
    return { content: Buffer.concat(parts), calls: parts.length };
  };

  it('is read call by call, and opened once', async () => {
    reads = 0;
    const { content, calls } = await readWhole([replica()]);
    expect([content.equals(stored.content), calls, reads]).toEqual([true, 3, 1]);
  });

  it('is the same whichever replica answers', async () => {
    const { content } = await readWhole([replica(), replica()]);
    expect(content.equals(stored.content)).toBe(true);
  });

  it('is not mixed with another that took its place', async () => {
    const { etag } = await getLabelFile(replica(), { token: 'link', offset: 0, etag: '' });
    const changed = replica({ ...stored, content: randomBytes(20_000_000) });
    const rest = getLabelFile(changed, { token: 'link', offset: 8, etag });
    await expect(rest).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is forgotten when nobody goes on reading it', async () => {
    reads = 0;
    const one = replica();
    const { etag } = await getLabelFile(one, { token: 'link', offset: 0, etag: '' });
    clock.advance(121_000);
    await getLabelFile(one, { token: 'link', offset: 8, etag });
    expect(reads).toBe(2);
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
