import type { OrderId } from '@parcelyard/service-kit/ids';
import type { HeldPickup } from '../adapters/mongo/pickup-store';
import type { ScanForm } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { isDefinite } from './retries';

/**
 * Asks for the carrier's form for all labels of a booked pickup, and keeps it. The pickup stands without one: a no is
 * logged, and without an answer the next look asks again, which is the same form.
 */
export async function makeScanForm(
  { store, shipping, logger, failPoint }: PickupsPorts,
  held: HeldPickup,
  orderIds: readonly OrderId[],
): Promise<void> {
  if (held.scanForm) return;
  const { accountId, seller, carrier, pickupId } = held;
  let scanForm: ScanForm = {};
  try {
    const { url } = await shipping.makeScanForm({ accountId, seller, carrier, orderIds: [...orderIds] });
    scanForm = url === undefined ? {} : { url };
  } catch (error) {
    logger.warn({ err: error, pickupId, carrier }, 'no scan form for a pickup');
    if (!isDefinite(error)) return;
  }
  failPoint('pickup-scan-form-made');
  await store.keepScanForm(held, scanForm);
}
