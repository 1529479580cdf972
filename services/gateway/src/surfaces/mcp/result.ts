import type { RequestId } from './message';

const envelopeStart = (id: RequestId | null) =>
  `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},`;

/** A whole JSON-RPC answer around a result that is JSON already. */
export const encodeResult = (id: RequestId, resultJson: string): Buffer =>
  Buffer.from(`${envelopeStart(id)}"result":${resultJson}}`);

/** The same in two parts, of which the long one is the same for every request. */
export const resultStart = (resultJson: string): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","result":${resultJson}`);
export const resultEnd = (id: RequestId): Buffer => Buffer.from(`,"id":${JSON.stringify(id)}}`);

export const encodeError = (id: RequestId | null, code: number, message: string): Buffer =>
  Buffer.from(`${envelopeStart(id)}"error":${JSON.stringify({ code, message })}}`);

/** A tool's message: one text block, no data. */
export const encodeToolMessage = (id: RequestId, message: string): Buffer =>
  encodeResult(id, `{"content":[{"type":"text","text":${JSON.stringify(message)}}],"isError":true}`);

/** A tool's data twice: as indented JSON in a text block, and as `structuredContent`. */
export function encodeToolResult(id: RequestId, payload: unknown): Buffer {
  const text = JSON.stringify(JSON.stringify(payload, null, 2));
  const json = JSON.stringify(payload);
  return encodeResult(
    id,
    `{"content":[{"type":"text","text":${text}}],"structuredContent":${json},"isError":false}`,
  );
}
