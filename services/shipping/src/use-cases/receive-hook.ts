import type { Empty, HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import type { ParcelWatch } from '../adapters/mongo/parcel-watch';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import type { ReadHook } from '../carriers/create-carriers';

export interface HookPorts {
  readonly watch: Pick<ParcelWatch, 'findByTrackingNumber' | 'lookSoon'>;
  readonly purchases: Pick<PurchaseStore, 'lookSoon'>;
  /** Has what the carriers corrected read now. */
  adjustmentsSoon(): Promise<void>;
  /** What reads and checks an event of a seller, by the seller's name; nothing where no secret is set. */
  readonly readHooks: ReadonlyMap<string, ReadHook>;
}

/**
 * Takes an event of a seller as a hint where to look: the parcel, the refund of a voided label, or what carriers corrected
 * of postage, is asked for by the
 * code that looks there on a timer, too. So an event may come twice, late and in any order.
 * @throws DomainError not_found without a secret; unauthenticated; invalid_argument
 */
export async function receiveHook(
  { watch, purchases, adjustmentsSoon, readHooks }: HookPorts,
  hook: HookDelivery,
): Promise<Empty> {
  const read = readHooks.get(hook.source);
  if (!read) throw hookNotConfigured(hook);
  const event = read(hook);
  if (event.kind === 'other') return {};
  if (event.kind === 'adjustment') {
    await adjustmentsSoon();
    return {};
  }
  for (const { purchase } of await watch.findByTrackingNumber(event.trackingNumber)) {
    const { accountId, id, terms } = purchase;
    if (terms.seller !== hook.source) continue;
    if (purchase.state === 'void_requested') await purchases.lookSoon(accountId, id);
    else if (purchase.state === 'done') await watch.lookSoon(accountId, id);
  }
  return {};
}
