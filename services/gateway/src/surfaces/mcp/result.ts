import { cleanShownText } from '@parcelyard/service-kit/clean-saved-text';
import { indentedJson } from './indented-json';
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

/** How a revision of the protocol writes down what became of a tool call. */
export interface ToolEncoding {
  /** Its data twice: as indented JSON in a text block, and as `structuredContent`. */
  result(id: RequestId, payload: object): Buffer;
  /** What the caller is told instead of data. */
  refusal(id: RequestId, message: string, error: unknown): Buffer;
}

/** @param first JSON members that every result of the revision begins with, each with a comma behind it */
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

/** What texts are saved without, and what releases before may have saved; JSON writes some of it with a backslash. */
const SUSPECT = /[\\\u007f-\u009f\u2028-\u202e\u2066-\u2069\udb40]/;

/** One look at the whole answer costs nearly nothing; only one that may have such signs is cleaned text by text. */
function shownJson(payload: object) {
  const json = indentedJson(payload);
  return SUSPECT.test(json.compact) ? indentedJson(cleanShownText(payload)) : json;
}
