import { types } from 'node:util';
import { cleanText } from './clean-text';
import { describeError } from './describe-error';

/** Names of secrets and personal data, lower case without separators, so that every spelling of a name is found. */
const SECRET_NAMES = new Set([
  'code',
  'codeverifier',
  'xpartnerkey',
  'street1',
  'street2',
  'street3',
  'address1',
  'address2',
  'address3',
  'recipient',
  'recipientname',
  'firstname',
  'lastname',
  'rateid',
  'packageid',
]);

/** Names that contain one of these hold a secret, unless it is a number or a yes: `tokensIssued: 3` may be shown. */
const SECRET_PARTS = /password|secret|token|authorization|cookie|apikey|csrf|email|phone/;

/** Deeper than any of our records; what lies below is cut off rather than shown unread. */
const DEPTH = 6;

/** Rows of a list that a log line shows. */
const ROWS = 50;

/** A copy without secrets and personal data at any depth, and with texts cleaned. */
function redact(value: unknown, depth = DEPTH): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (types.isNativeError(value)) return describeError(value);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (depth === 0) return '[…]';
  if (Array.isArray(value)) return value.slice(0, ROWS).map((part) => redact(part, depth - 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return redact(value.toJSON(), depth - 1);
  return redactRecord(value, depth);
}

export function redactRecord(record: object, depth = DEPTH): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(record)) {
    if (!isSecret(name, part)) result[name] = redact(part, depth - 1);
  }
  return result;
}

function isSecret(name: string, value: unknown): boolean {
  const plain = name.replaceAll(/[-_]/g, '').toLowerCase();
  if (SECRET_NAMES.has(plain)) return true;
  return SECRET_PARTS.test(plain) && typeof value !== 'number' && typeof value !== 'boolean';
}
