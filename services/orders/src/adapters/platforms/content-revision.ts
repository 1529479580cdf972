import { createHash } from 'node:crypto';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';

/**
 * Returns a text that changes only when an imported field of the order changes. So an edit made here stays when the
 * store changes something else, such as a tag. Empty fields are left out, so that an order keeps its text when a later
 * version imports one more field that is empty in this order.
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
