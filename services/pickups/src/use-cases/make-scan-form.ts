import type { OrderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { ScanForm } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { isDefinite } from './retries';

/**
 * Makes the carrier's scan form for a booked pickup and saves it. The pickup is valid without a form. A refusal is
 * logged. After a missing answer the next check requests the same form again.
 */
export async function makeScanForm(
  { store, shipping, logger, failPoint }: PickupsPorts,
  leased: LeasedPickup,
  orderIds: readonly OrderId[],
): Promise<void> {
  if (leased.scanForm) return;
  const { accountId, seller, carrier, pickupId } = leased;
  let scanForm: ScanForm = {};
  try {
    const { url } = await shipping.makeScanForm({ accountId, seller, carrier, orderIds: [...orderIds] });
    scanForm = url === undefined ? {} : { url };
  } catch (error) {
    logger.warn({ err: error, pickupId, carrier }, 'no scan form for a pickup');
    if (!isDefinite(error)) return;
  }
  failPoint('pickup-scan-form-made');
  await store.keepScanForm(leased, scanForm);
}
