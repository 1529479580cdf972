import { SERVER_INFO } from '../handshake';
import type { RequestId } from '../message';
import type { Answer } from '../reply';
import { createToolEncoding } from '../result';
import type { Problem } from './problem';

const serverInfo = JSON.stringify({ 'io.modelcontextprotocol/serverInfo': SERVER_INFO });

/** The JSON with which every result of this version begins; a comma is its last character. */
const COMPLETE = `"resultType":"complete","_meta":${serverInfo},`;
export const INPUT_REQUIRED = `"resultType":"input_required","_meta":${serverInfo},`;

/** How long clients may cache answers that change only with a release. */
const TTL_MS = 60 * 60 * 1000;

/** `private`, because the answer depends on the connection kind. */
export const CACHEABLE = `${COMPLETE}"ttlMs":${TTL_MS},"cacheScope":"private",`;

export const toolEncoding = createToolEncoding(COMPLETE);

/**
 * Encodes a problem. When the request could not be read, the answer has no id. Older versions of the protocol send the
 * id null.
 */
export const encodeProblem = (id: RequestId | null, { status, code, message, data }: Problem): Answer => ({
  status,
  body: Buffer.from(
    JSON.stringify({
      jsonrpc: '2.0',
      ...(id !== null && { id }),
      error: { code, message, ...(data && { data }) },
    }),
  ),
});
