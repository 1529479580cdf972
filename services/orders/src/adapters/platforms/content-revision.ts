import { createHash } from 'node:crypto';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';

/**
 * Returns a text that changes only when one of the imported fields of the order changes. A changed tag or note on the
 * platform must not undo changes made here. Empty fields are left out, so a field that we import newly changes the
 * revision only of orders that have it.
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
