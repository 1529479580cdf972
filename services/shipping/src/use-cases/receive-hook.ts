import type { Empty, HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import type { ParcelWatch } from '../adapters/mongo/parcel-watch';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import type { EasypostEvent } from '../carriers/easypost/easypost-events';

export interface HookPorts {
  readonly watch: Pick<ParcelWatch, 'findByTrackingNumber' | 'lookSoon'>;
  readonly purchases: Pick<PurchaseStore, 'lookSoon'>;
  /** Reads and checks an event; undefined where no secret is set. */
  readonly readHook: ((body: Uint8Array, signature: string | undefined) => EasypostEvent) | undefined;
}

/**
 * Takes an event of EasyPost as a hint where to look: the parcel, or the refund of a voided label, is asked for by the
 * code that looks there on a timer, too. So an event may come twice, late and in any order.
 * @throws DomainError not_found without a secret; unauthenticated; invalid_argument
 */
export async function receiveHook(
  { watch, purchases, readHook }: HookPorts,
  hook: HookDelivery,
): Promise<Empty> {
  if (hook.source !== 'easypost' || !readHook) throw hookNotConfigured(hook);
  const event = readHook(hook.body, hook.headers['x-hmac-signature']);
  if (event.kind === 'other') return {};
  for (const { purchase } of await watch.findByTrackingNumber(event.trackingNumber)) {
    const { accountId, id } = purchase;
    if (purchase.state === 'void_requested') await purchases.lookSoon(accountId, id);
    else if (purchase.state === 'done') await watch.lookSoon(accountId, id);
  }
  return {};
}
