import { createHash } from 'node:crypto';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';

/**
 * A text that changes with what we take of an order and with nothing else: a tag or a note of the platform's own must
 * not undo what people have changed here. What is empty does not count, so that a field that we begin to take changes the
 * revision of those orders alone that have it.
 */
export function contentRevision(
  content: { state: Exclude<PlatformOrder['state'], 'open'> } | Pick<OpenPlatformOrder, 'state' | 'order'>,
): string {
  const { state } = content;
  const order = 'order' in content ? Object.entries(content.order).filter(([, value]) => value) : [];
  const sorted = order.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([state, sorted]))
    .digest('base64url')
    .slice(0, 22);
}
