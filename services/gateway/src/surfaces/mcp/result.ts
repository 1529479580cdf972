import { cleanShownText } from '@parcelyard/service-kit/clean-saved-text';
import { indentedJson } from './indented-json';
import type { RequestId } from './message';

const envelopeStart = (id: RequestId | null) =>
  `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},`;

/** Returns a whole JSON-RPC answer. Its result is already JSON. */
export const encodeResult = (id: RequestId, resultJson: string): Buffer =>
  Buffer.from(`${envelopeStart(id)}"result":${resultJson}}`);

/** Returns the first part of the same answer, which is long and the same for every request. */
export const resultStart = (resultJson: string): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","result":${resultJson}`);
export const resultEnd = (id: RequestId): Buffer => Buffer.from(`,"id":${JSON.stringify(id)}}`);

export const encodeError = (id: RequestId | null, code: number, message: string): Buffer =>
  Buffer.from(`${envelopeStart(id)}"error":${JSON.stringify({ code, message })}}`);

/** How a revision of the protocol encodes the outcome of a tool call. */
export interface ToolEncoding {
  /** Encodes the data twice: as indented JSON in a text block, and as `structuredContent`. */
  result(id: RequestId, payload: object): Buffer;
  /** Encodes a message to the caller instead of data. */
  refusal(id: RequestId, message: string, error: unknown): Buffer;
}

/** @param first the JSON members with which every result of the revision begins, each followed by a comma */
export const createToolEncoding = (first: string): ToolEncoding => ({
  result: (id, payload) => {
    const { indented, compact } = shownJson(payload);
    return encodeResult(
      id,
      `{${first}"content":[{"type":"text","text":${JSON.stringify(indented)}}],"structuredContent":${compact},"isError":false}`,
    );
  },
  refusal: (id, message) =>
    encodeResult(
      id,
      `{${first}"content":[{"type":"text","text":${JSON.stringify(message)}}],"isError":true}`,
    ),
});

/**
 * Characters that are removed from texts before they are saved. Answers are cleaned, too, because another program may
 * have written into a database. JSON escapes some of the characters with a backslash.
 */
const SUSPECT = /[\\\u007f-\u009f\u2028-\u202e\u2066-\u2069\udb40]/;

/** Checking the whole answer is cheap. Only an answer with suspect characters is cleaned text by text. */
function shownJson(payload: object) {
  const json = indentedJson(payload);
  return SUSPECT.test(json.compact) ? indentedJson(cleanShownText(payload)) : json;
}
