import type { IncomingMessage } from 'node:http';
import { restartTimeLeft } from '@parcelyard/service-kit/tracing/request-id';

export const TOO_LARGE = Symbol('body too large');

/** The sender disconnected before its body ended, so no answer can be sent. */
export class SenderGone extends Error {
  override readonly name = 'SenderGone';
}

/** How many bytes of a body that is too large are read and thrown away before the connection is closed. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Reads the whole body. Returns TOO_LARGE as soon as the body exceeds the limit. The rest of the body is thrown away,
 * so that the sender can finish and read the refusal.
 * @throws SenderGone
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | typeof TOO_LARGE> {
  const body = await read(request, limitBytes);
  restartTimeLeft();
  return body;
}

function read(request: IncomingMessage, limitBytes: number): Promise<Buffer | typeof TOO_LARGE> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) chunks.push(chunk);
      else {
        chunks = [];
        if (length > MAX_DISCARDED_BYTES) resolve(TOO_LARGE);
      }
    });
    request.on('end', () => {
      if (length > limitBytes) resolve(TOO_LARGE);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    });
    request.on('error', (cause) => reject(new SenderGone('The body broke off.', { cause })));
    request.on('close', () => {
      if (!request.complete) reject(new SenderGone('The sender went away before the end of the body.'));
    });
  });
}
