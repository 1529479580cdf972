import { types } from 'node:util';
import { cleanText } from './clean-text';
import { describeError } from './describe-error';

/** Names of secrets and personal data, in lower case without separators, so that every spelling matches. */
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

/**
 * A name that contains one of these belongs to a secret, unless its value is a number or boolean: `tokensIssued: 3` may
 * be shown.
 */
const SECRET_PARTS = /password|secret|token|authorization|cookie|apikey|csrf|email|phone/;

/** Maximum depth. Our records are not so deep; anything deeper is cut off. */
const DEPTH = 6;

/** Maximum list rows in a log line. */
const ROWS = 50;

/** Returns a copy without secrets and personal data at any depth, with cleaned texts. */
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
