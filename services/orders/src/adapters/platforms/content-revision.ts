import { createHash } from 'node:crypto';
import type { OpenPlatformOrder, PlatformOrder } from '../../domain/platforms/platform';

/**
 * Returns a hash of the order's imported fields. If anything else changes in the store, such as a tag, the hash stays
 * the same, so the import does not overwrite the merchant's edits in Parcelyard. Empty fields are left out. So the hash
 * also stays the same when a later version of this service imports one more field that is empty in this order.
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
