import type { Order } from '@parcelyard/contracts/orders';
import type { AdvanceTrackingRequest } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AdjustmentStore } from '../adapters/mongo/adjustment-store';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import type { Purchase } from '../domain/purchase';
import type { TrackingStatus } from '../sellers/carrier-port';
import { askCarrier } from './ask-carrier';
import { type CarryPorts, carryAdjustment } from './carry-adjustment';
import { type LookPorts, lookAtAdjustments } from './look-at-adjustments';
import type { ShippingPorts } from './shipping-ports';
import { applyScans, type ScanPorts } from './track-parcel';

export interface AdvanceTrackingPorts
  extends ScanPorts,
    Pick<ShippingPorts, 'purchases' | 'carriers' | 'watch'> {
  /** The dependencies of `lookAtAdjustments` and `carryAdjustment`, which write a change of postage to the ledger. */
  readonly adjusting: CarryPorts &
    LookPorts & { readonly adjustments: Pick<AdjustmentStore, 'report' | 'find'> };
}

const STATUSES: readonly TrackingStatus[] = [
  'InTransit',
  'DeliveryFailure',
  'DeliveryFailureWait',
  'ReturnedToSender',
  'Delivered',
];

/**
 * For operators: the sandbox carrier scans the parcel now, so that the parcel's order gets this status.
 * @throws DomainError invalid_argument for a status without a scan · failed_precondition without a label or with a real
 * carrier · carrier_refused for a scan that cannot follow the last one
 */
export async function advanceTracking(
  ports: AdvanceTrackingPorts,
  { accountId, orderId, status }: AdvanceTrackingRequest,
): Promise<Order> {
  const { purchases, carriers, orders, watch } = ports;
  const target = STATUSES.find((known) => known === status);
  if (!target) {
    const params = { allowed: [...STATUSES], got: status };
    throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'status' });
  }
  const purchase = await findPurchase(purchases, accountId, orderId);
  const carrier = carriers.of(purchase.terms);
  if (!carrier.scanNow) {
    throw new DomainError('failed_precondition', 'carrier_not_sandbox', {
      carrier: carrier.declaration.name,
    });
  }
  const label = { accountId: purchase.accountId, reference: purchase.carrierReference };
  const { scans, adjusted } = await askCarrier(carrier, carrier.scanNow(label, target));
  // Tells the orders service now. If this call is interrupted, a worker does it later.
  await watch.refreshNow(purchase.accountId, purchase.id, scans);
  await applyScans(ports, purchase, scans);
  if (adjusted) await carryAdjustmentNow(ports.adjusting, purchase);
  return orders.getOrder({ accountId: purchase.accountId, orderId });
}

/**
 * Writes the change of postage now, so that the operator sees it. If this call is interrupted, a worker does it later.
 */
async function carryAdjustmentNow(
  ports: AdvanceTrackingPorts['adjusting'],
  { carrierReference, terms: { seller } }: Purchase,
): Promise<void> {
  const { adjustments } = await lookAtAdjustments(ports, seller);
  for (const named of adjustments) {
    const report = named.reference === carrierReference && (await ports.adjustments.find(seller, named));
    if (report) await carryAdjustment(ports, report);
  }
}

async function findPurchase(purchases: PurchaseStore, accountId: number, orderId: number): Promise<Purchase> {
  const purchase =
    accountId === 0
      ? await purchases.findLatestOfAnyAccount(orderId)
      : ((await purchases.findReturnOwner(accountId, orderId)) ??
        (await purchases.findOwner(accountId, orderId)));
  if (purchase?.state === 'done') return purchase;
  throw new DomainError('failed_precondition', 'no_label_to_scan', { orderId });
}
