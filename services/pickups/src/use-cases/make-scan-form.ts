import type { OrderId } from '@parcelyard/service-kit/ids';
import type { LeasedPickup } from '../adapters/mongo/pickup-store';
import type { ScanForm } from '../domain/pickup';
import type { PickupsPorts } from '../ports';
import { isDefinite } from './retries';

/**
 * Asks the carrier for the scan form of a booked pickup and saves it. The pickup is valid without a form. A refusal is
 * logged. If the carrier does not answer, the next check asks again.
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
