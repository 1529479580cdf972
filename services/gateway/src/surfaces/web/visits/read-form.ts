import type { IncomingMessage } from 'node:http';
import { readBody, TOO_LARGE } from '../../http/read-body';

/** Our largest form is a page of addresses; 64 KiB is many times that. */
const LIMIT_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

export type FormProblem = 'unsupported_media_type' | 'payload_too_large';

/** The fields of a form, or why it cannot be read. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | FormProblem> {
  if (!FORM.test(request.headers['content-type'] ?? '')) return 'unsupported_media_type';
  const body = await readBody(request, LIMIT_BYTES);
  return body === TOO_LARGE ? 'payload_too_large' : new URLSearchParams(body.toString('utf8'));
}
