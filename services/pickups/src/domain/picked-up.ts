/** Statuses of an order that its carrier has taken along. */
const TAKEN: ReadonlySet<string> = new Set([
  'InTransit',
  'DeliveryFailure',
  'DeliveryFailureWait',
  'ReturnedToSender',
  'Delivered',
]);

/** The driver came when any parcel of the pickup is on its way: drivers scan some parcels only at the depot. */
export const wasPickedUp = (orderStatuses: readonly string[]): boolean =>
  orderStatuses.some((status) => TAKEN.has(status));
