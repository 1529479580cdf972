import { cleanShownText } from '@parcelyard/service-kit/clean-saved-text';
import { indentedJson } from './indented-json';
import type { RequestId } from './message';

const envelopeStart = (id: RequestId | null) =>
  `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},`;

/** Returns a whole JSON-RPC answer from a result that is already JSON. */
export const encodeResult = (id: RequestId, resultJson: string): Buffer =>
  Buffer.from(`${envelopeStart(id)}"result":${resultJson}}`);

/**
 * Returns the long beginning of an answer. It is the same for every request, so it is created only once. `resultEnd`
 * adds the request's id.
 */
export const resultStart = (resultJson: string): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","result":${resultJson}`);
export const resultEnd = (id: RequestId): Buffer => Buffer.from(`,"id":${JSON.stringify(id)}}`);

export const encodeError = (id: RequestId | null, code: number, message: string): Buffer =>
  Buffer.from(`${envelopeStart(id)}"error":${JSON.stringify({ code, message })}}`);

/** How a version of the protocol encodes what a tool returns. */
export interface ToolEncoding {
  /** Encodes the data twice: as indented JSON in a text, and as `structuredContent`. */
  result(id: RequestId, payload: object): Buffer;
  /** Encodes a message to the caller when there are no data. */
  refusal(id: RequestId, message: string, error: unknown): Buffer;
}

/** @param first the JSON with which every result of the version begins; a comma is its last character */
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
 * Characters that are removed from texts before saving. Answers are also checked for these characters, because another
 * program may have written to the database. The backslash is in the list because JSON writes some of these characters
 * with a backslash.
 */
const SUSPECT = /[\\\u007f-\u009f\u2028-\u202e\u2066-\u2069\udb40]/;

/**
 * First searches the text of the whole answer for invisible characters, which is cheap. The texts in the answer are
 * cleaned one by one only if such a character is found.
 */
function shownJson(payload: object) {
  const json = indentedJson(payload);
  return SUSPECT.test(json.compact) ? indentedJson(cleanShownText(payload)) : json;
}
