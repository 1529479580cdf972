import { isAscii, isUtf8 } from 'node:buffer';

const START = '=?base64?';
const END = '?=';

/**
 * Decodes a header's value: plain ASCII, or UTF-8 as base64 between two marks. Undefined for anything else.
 * @see MCP 2026-07-28, Streamable HTTP, "Value Encoding"
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!isAscii(Buffer.from(value))) return undefined;
  if (!value.startsWith(START) || !value.endsWith(END)) return value;
  const encoded = value.slice(START.length, -END.length);
  const bytes = Buffer.from(encoded, 'base64');
  // When Node decodes base64, it ignores wrong characters. So the decoded bytes are encoded again and compared with the
  // text.
  return bytes.toString('base64') === encoded && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
