import type { Empty, HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import type { ParcelWatch } from '../adapters/mongo/parcel-watch';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import type { ReadHook } from '../sellers/seller-port';

export interface HookPorts {
  readonly watch: Pick<ParcelWatch, 'findByTrackingNumber' | 'lookSoon'>;
  readonly purchases: Pick<PurchaseStore, 'lookSoon'>;
  adjustmentsSoon(): Promise<void>;
  /** For each seller, the function that checks and reads its events. Sellers without a secret are missing. */
  readonly readHooks: ReadonlyMap<string, ReadHook>;
}

/**
 * Receives an event of a seller. The event only says what to check now: a parcel, the refund of a void, or adjustments.
 * The service also makes these checks at fixed times. So no harm is done if events come twice, late, in any order or
 * not at all.
 * @throws DomainError not_found without a secret; unauthenticated; invalid_argument
 */
export async function receiveHook(
  { watch, purchases, adjustmentsSoon, readHooks }: HookPorts,
  hook: HookDelivery,
): Promise<Empty> {
  const read = readHooks.get(hook.source);
  if (!read) throw hookNotConfigured(hook);
  const event = await read(hook);
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
