import { createHash } from 'node:crypto';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';

/**
 * A text that changes with what we take of an order and with nothing else: a tag or a note of the platform's own must
 * not undo what people have changed here.
 */
export function contentRevision(
  content: { state: Exclude<PlatformOrder['state'], 'open'> } | Pick<OpenPlatformOrder, 'state' | 'order'>,
): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}
