import { Readable } from 'node:stream';
import type { GetLabelFileRequest, LabelFile } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Context, Middleware } from 'koa';
import type { GatewayClients } from '../../clients/gateway-clients';
import { isBrowser } from '../http/frame';
import { presentRequestId } from '../http/identified-requests';
import { FILE_POLICY } from '../http/security-headers';
import { showProblem } from './pages/error-page';
import { webSentence } from './wording';

const LINK = /^\/labels\/([A-Za-z0-9._~-]{1,1024})$/;
/** Types of files that a browser may show. A file of any other type is downloaded. */
const SHOWN = new Set(['application/pdf', 'image/png']);
const NO_SUCH_LINK = 'This label link is not valid.\n';

type Dependencies = Pick<GatewayClients, 'shipping' | 'quotas'>;

/** Sends files of labels, forms and receipts. Their links cannot be guessed, so they work without a sign-in. */
export function labelFiles({ shipping, quotas }: Dependencies): Middleware {
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD')
      return answerText(ctx, 405, 'Method Not Allowed.\n', 'GET, HEAD');
    const token = LINK.exec(ctx.path)?.[1];
    if (token === undefined) return answerText(ctx, 404, NO_SUCH_LINK);
    try {
      const requestId = presentRequestId();
      await quotas.take('label_links', { requestId, ip: ctx.ip, account: token });
      const readPart: ReadPart = (part) => shipping.getLabelFile({ requestId }, { token, ...part });
      const head = ctx.method === 'HEAD';
      // A HEAD request is answered without the file's content.
      const file = await readPart({ offset: 0, etag: '', ...(head ? { withoutContent: true } : {}) });
      const shown = SHOWN.has(file.contentType);
      ctx.set('content-security-policy', FILE_POLICY);
      ctx.set('x-robots-tag', 'noindex');
      ctx.set('content-disposition', disposition(shown, file.fileName));
      ctx.type = shown ? file.contentType : 'application/octet-stream';
      ctx.etag = file.etag;
      ctx.body = head ? '' : labelFileBody(file, readPart);
      ctx.length = file.size;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'not_found' || error.code === 'invalid_argument')
        return answerText(ctx, 404, NO_SUCH_LINK);
      const unusable = UNUSABLE[error.reason];
      if (unusable) return answerUnusable(ctx, unusable, webSentence(error));
      if (error.code === 'resource_exhausted' && error.retryAfterSeconds !== undefined) {
        ctx.set('retry-after', String(error.retryAfterSeconds));
        return answerText(ctx, 429, `${webSentence(error)}\n`);
      }
      if (error.code !== 'unavailable' && error.code !== 'deadline_exceeded') throw error;
      ctx.set('retry-after', String(error.retryAfterSeconds ?? 5));
      answerText(ctx, 503, 'The label cannot be read right now. Try again in a moment.\n');
    }
  };
}

interface Unusable {
  readonly status: number;
  readonly error: string;
  readonly title: string;
}

/** The answers for labels that must not be used, by the reason. */
const UNUSABLE: Readonly<Record<string, Unusable>> = {
  label_file_void_pending: { status: 409, error: 'void_pending', title: 'Do not use this label' },
  label_file_voided: { status: 410, error: 'label_voided', title: 'This label was voided' },
  labels_voided: { status: 410, error: 'label_voided', title: 'These labels were voided' },
};

function answerUnusable(ctx: Context, { status, error, title }: Unusable, message: string): void {
  ctx.set('x-robots-tag', 'noindex');
  ctx.set('cache-control', 'no-store');
  if (isBrowser(ctx)) {
    showProblem(ctx, status, title, message);
    return;
  }
  ctx.status = status;
  ctx.body = { error, message };
}

function answerText(ctx: Context, status: number, body: string, allow?: string): void {
  if (allow !== undefined) ctx.set('allow', allow);
  ctx.status = status;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = body;
}

const disposition = (shown: boolean, fileName: string) =>
  `${shown ? 'inline' : 'attachment'}; filename="${fileName.replace(/[^A-Za-z0-9._-]/g, '_')}"`;

/** Reads a part of a file, from an offset on. */
type ReadPart = (part: Omit<GetLabelFileRequest, 'token'>) => Promise<LabelFile>;

/**
 * Returns the body of a file, given its first part. Longer files are sent in parts, as fast as the client reads. If a
 * part fails, the connection is cut, so that nobody prints half a file.
 */
function labelFileBody(first: LabelFile, readPart: ReadPart): Buffer | Readable {
  const whole = first.content.length >= first.size;
  return whole ? bytes(first) : Readable.from(partsOf(first, readPart), { objectMode: false });
}

async function* partsOf(first: LabelFile, readPart: ReadPart): AsyncGenerator<Buffer> {
  yield bytes(first);
  let offset = first.content.length;
  while (offset < first.size) {
    const part = await readPart({ offset, etag: first.etag });
    if (part.content.length === 0) throw new Error('A label file ended before its size.');
    yield bytes(part);
    offset += part.content.length;
  }
}

const bytes = ({ content }: LabelFile): Buffer =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength);
