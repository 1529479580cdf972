import type { Order } from './order';
import { RETURN_SCANS } from './order-return';
import { allows, type OrderStatus } from './order-status';

export interface Scan {
  /** Stays the same when the carrier reports this scan again. */
  scanId: string;
  trackingNumber: string;
  status: OrderStatus;
  occurredAt: Date;
  exception?: string | undefined;
  /** True for the report that the carrier sent last, even if an earlier report is about a later time. */
  latest?: boolean | undefined;
}

type ScanFields = Partial<
  Pick<
    Order,
    | 'status'
    | 'appliedScans'
    | 'inTransitDate'
    | 'deliveredDate'
    | 'exceptionDate'
    | 'exception'
    | 'lastTrackingUpdate'
  >
>;

/** How many scans an order remembers, so that a repeated scan changes nothing. A parcel has about a dozen. */
const REMEMBERED_SCANS = 100;

const EXCEPTIONS: readonly OrderStatus[] = ['DeliveryFailure', 'DeliveryFailureWait', 'ReturnedToSender'];

/**
 * Returns the fields that a scan changes. A scan sets the date of its event, such as the delivery date. It changes the
 * status only if the table of statuses allows this change, and if the scan is the newest or the carrier's last report.
 * So a late scan never moves an order back. Undefined for a repeated scan, and for a scan of another parcel.
 */
export function applyScan(order: Order, scan: Scan): ScanFields | undefined {
  if (order.appliedScans.includes(scan.scanId)) return undefined;
  if (scan.trackingNumber === order.returnLabel?.trackingNumber) return applyReturnScan(order, scan);
  if (scan.trackingNumber !== order.trackingNumber) return undefined;
  const known = order.lastTrackingUpdate;
  const isNewest = scan.latest || !known || scan.occurredAt >= known;
  return {
    appliedScans: [...order.appliedScans, scan.scanId].slice(-REMEMBERED_SCANS),
    ...(isNewest && allows(order.status, scan.status, 'scanned') ? { status: scan.status } : {}),
    ...datesOf(order, scan),
    lastTrackingUpdate: known && known > scan.occurredAt ? known : scan.occurredAt,
  };
}

/**
 * Applies a scan of a returned parcel. The order's status only moves forward. The dates of the first parcel, which went
 * to the customer, do not change.
 */
function applyReturnScan({ status, appliedScans }: Order, scan: Scan): ScanFields {
  const to = RETURN_SCANS[scan.status];
  return {
    appliedScans: [...appliedScans, scan.scanId].slice(-REMEMBERED_SCANS),
    ...(to && allows(status, to, 'scanned') ? { status: to } : {}),
  };
}

/**
 * Returns the dates that a scan sets. The order has the date of the first scan in transit, of the last reported
 * delivery, and of the newest exception.
 */
function datesOf(order: Order, { status, occurredAt, exception }: Scan): ScanFields {
  if (status === 'InTransit') {
    const first = order.inTransitDate;
    return { inTransitDate: first && first < occurredAt ? first : occurredAt };
  }
  if (status === 'Delivered') return { deliveredDate: occurredAt };
  if (!EXCEPTIONS.includes(status)) return {};
  if (order.exceptionDate && order.exceptionDate > occurredAt) return {};
  return { exceptionDate: occurredAt, ...(exception === undefined ? {} : { exception }) };
}
