import type { GetLabelFileRequest, LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { startGateway } from '../support/start-gateway';

const PDF = Buffer.from('%PDF-1.7 label');
const file = (contentType = 'application/pdf', fileName = 'label-K7Q2MX.pdf') =>
  startGateway({
    shipping: {
      getLabelFile: async () => ({
        content: new Uint8Array(PDF),
        contentType,
        fileName,
        size: PDF.length,
        etag: 'e',
      }),
    },
  });
const failing = (error: Error) => startGateway({ shipping: { getLabelFile: () => Promise.reject(error) } });

describe('a label link', () => {
  it('opens without credentials with the type of its file', async () => {
    const gateway = await file();
    const response = await fetch(`${gateway.url}/labels/abc.DEF-123_~`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="label-K7Q2MX.pdf"');
    expect(response.headers.get('content-length')).toBe(String(PDF.length));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
    expect(gateway.calls).toEqual([
      { method: 'getLabelFile', request: { token: 'abc.DEF-123_~', offset: 0, etag: '' } },
    ]);
  });

  it.each([
    ['label_file_void_pending', 409, 'void_pending', 'is waiting for the carrier'],
    ['label_file_voided', 410, 'label_voided', 'This label was voided.'],
    ['labels_voided', 410, 'label_voided', 'Every label of this batch was voided'],
  ] as const)(
    'to a label that must not be used (%s) says so, as a page for browsers and otherwise as JSON',
    async (reason, status, error, words) => {
      const gateway = await failing(new DomainError('failed_precondition', reason, {}));
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${gateway.url}/labels/t`, { method });
        expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
        expect(response.headers.get('content-type')).toContain('application/json');
        if (method === 'GET')
          expect(await response.json()).toEqual({ error, message: expect.stringContaining(words) });
      }
      const page = await fetch(`${gateway.url}/labels/t`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain(words);
    },
  );

  it('of a QR label is an image', async () => {
    const response = await fetch(`${(await file('image/png', 'qr.png')).url}/labels/t`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
  });

  it('to a type that could run in a browser is offered as a download', async () => {
    const response = await fetch(`${(await file('text/html', 'x".html\r\nset-cookie: a')).url}/labels/t`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="x_.html__set-cookie__a"');
  });

  const LONG = Buffer.from('0123456789'.repeat(1_000));
  const inParts = (last: Partial<LabelFile> = {}) =>
    startGateway({
      shipping: {
        getLabelFile: async ({ offset }: GetLabelFileRequest) => ({
          contentType: 'application/pdf',
          fileName: 'labels.pdf',
          size: LONG.length,
          etag: 'e1',
          content: new Uint8Array(LONG.subarray(offset, offset + 4_000)),
          ...(offset === 8_000 ? last : {}),
        }),
      },
    });

  it('to more labels than fit in one message is read in parts', async () => {
    const gateway = await inParts();
    const response = await fetch(`${gateway.url}/labels/t`);
    expect(response.headers.get('content-length')).toBe(String(LONG.length));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(LONG);
    expect(gateway.calls.map(({ request }) => request)).toEqual([
      { token: 't', offset: 0, etag: '' },
      { token: 't', offset: 4_000, etag: 'e1' },
      { token: 't', offset: 8_000, etag: 'e1' },
    ]);
  });

  it('to a file that cannot be read completely breaks off, so that no half file looks complete', async () => {
    const gateway = await inParts({ content: new Uint8Array() });
    const response = await fetch(`${gateway.url}/labels/t`);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('answers HEAD without the file, and without reading it', async () => {
    const gateway = await file();
    const response = await fetch(`${gateway.url}/labels/t`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(PDF.length));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('etag')).toBe('"e"');
    expect(gateway.calls).toMatchObject([{ request: { withoutContent: true } }]);
    expect(await response.text()).toBe('');
  });

  it('accepts only GET and HEAD', async () => {
    const gateway = await file();
    const response = await fetch(`${gateway.url}/labels/t`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(gateway.calls).toEqual([]);
  });

  it.each(['', 'a/b', 'a%2Fb', '%00', 'x'.repeat(1025)])(
    '"%s" is no valid link and calls no service',
    async (token) => {
      const gateway = await file();
      expect((await fetch(`${gateway.url}/labels/${token}`)).status).toBe(404);
      expect(gateway.calls).toEqual([]);
    },
  );

  it('that was altered gets 404 with a message', async () => {
    const gateway = await failing(new DomainError('not_found', 'text', { text: 'No such file.' }));
    const response = await fetch(`${gateway.url}/labels/altered`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('This label link is not valid.\n');
  });

  it('gets 503 with Retry-After while the service is unavailable', async () => {
    const gateway = await failing(new DomainError('unavailable', 'text', { text: 'Away.' }));
    const response = await fetch(`${gateway.url}/labels/t`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('gets 500 with a reference and without details after an unexpected error', async () => {
    const gateway = await failing(new Error('secret path /var/lib'));
    const response = await fetch(`${gateway.url}/labels/t`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: 'internal',
      message: expect.stringMatching(/^Something went wrong on our side\. \(reference [\w-]{36}\)$/),
    });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

it('an unknown address gets 404 as JSON', async () => {
  const { url } = await startGateway();
  const response = await fetch(`${url}/no/such/page`);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: 'not_found', message: expect.any(String) });
});

describe('a label link over its quota', () => {
  const limited = (takeQuota: () => Promise<{ retryAfterSeconds: number; network: boolean }>) => {
    let reads = 0;
    return startGateway({
      auth: { takeQuota },
      shipping: {
        getLabelFile: async () => {
          reads += 1;
          return {
            content: new Uint8Array(PDF),
            contentType: 'application/pdf',
            fileName: 'l.pdf',
            size: PDF.length,
            etag: 'e',
          };
        },
      },
    }).then((gateway) => ({ gateway, reads: () => reads }));
  };

  it('is refused with the seconds to wait, reads nothing, and costs one quota call', async () => {
    const { gateway, reads } = await limited(async () => ({ retryAfterSeconds: 42, network: true }));
    for (let n = 0; n < 20; n += 1) {
      const { status, headers } = await fetch(`${gateway.url}/labels/link-${n}`, { method: 'HEAD' });
      expect([status, headers.get('retry-after')]).toEqual([429, '42']);
    }
    expect(reads()).toBe(0);
    expect(gateway.authCalls).toHaveLength(1);
  });

  it('is served when the quota cannot be counted, because a warehouse must print', async () => {
    const { gateway } = await limited(() =>
      Promise.reject(new DomainError('unavailable', 'text', { text: 'Away.' })),
    );
    expect((await fetch(`${gateway.url}/labels/link`)).status).toBe(200);
  });
});
