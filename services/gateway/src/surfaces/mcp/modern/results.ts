import { SERVER_INFO } from '../handshake';
import type { RequestId } from '../message';
import type { Answer } from '../reply';
import { createToolEncoding } from '../result';
import type { Problem } from './problem';

const serverInfo = JSON.stringify({ 'io.modelcontextprotocol/serverInfo': SERVER_INFO });

/** What every result of the revision begins with; JSON members, each with a comma behind it. */
const COMPLETE = `"resultType":"complete","_meta":${serverInfo},`;
export const INPUT_REQUIRED = `"resultType":"input_required","_meta":${serverInfo},`;

/** How long clients may cache answers that change only with a release. */
const TTL_MS = 60 * 60 * 1000;

/** Private to the caller: other connection kinds get other answers. */
export const CACHEABLE = `${COMPLETE}"ttlMs":${TTL_MS},"cacheScope":"private",`;

export const toolEncoding = createToolEncoding(COMPLETE);

/** An error whose request could not be read has no id in this revision, where older ones say null. */
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
