import type { Context } from 'koa';
import { isTooDeep, MAX_DEPTH } from '../http/is-too-deep';
import { readBody, TOO_LARGE } from '../http/read-body';
import { RestRefusal } from './rest-refusal';

const MAX_BODY_BYTES = 1024 * 1024;
const JSON_MEDIA_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export interface JsonBody {
  /** The received bytes. A repeated request with the same Idempotency-Key must have the same bytes. */
  readonly raw: Buffer;
  /** The parsed value; undefined when there was no body. */
  readonly value: unknown;
}

/** Reads the body of a write: at most 1 MiB of JSON in UTF-8. @see [REST-E4] */
export async function readJsonBody(ctx: Context): Promise<JsonBody> {
  const coding = ctx.get('content-encoding');
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    throw new RestRefusal(
      'unsupported_media_type',
      'Send the body uncompressed, without the header Content-Encoding.',
    );
  }
  const raw = await readBody(ctx.req, MAX_BODY_BYTES);
  if (raw === TOO_LARGE) {
    throw new RestRefusal('payload_too_large', 'The body is larger than the limit of 1 MiB.', {
      headers: { connection: 'close' },
    });
  }
  // For an empty body, the content type is not checked, because many clients then send the content type of a form.
  if (raw.length === 0) return { raw, value: undefined };
  const mediaType = ctx.get('content-type');
  if (mediaType !== '' && !JSON_MEDIA_TYPE.test(mediaType)) {
    throw new RestRefusal(
      'unsupported_media_type',
      'Send the body as JSON, with the header Content-Type: application/json.',
    );
  }
  return { raw, value: parse(raw) };
}

function parse(raw: Buffer): unknown {
  if (isTooDeep(raw))
    throw new RestRefusal('invalid_input', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch (cause) {
    throw new RestRefusal('invalid_input', 'The body is not valid JSON.', { cause });
  }
}
