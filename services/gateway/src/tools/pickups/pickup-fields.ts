import type { Pickup, Window } from '@parcelyard/contracts/pickups';
import { CARRIER_CODES } from '@parcelyard/service-kit/carriers';
import type { OperationContext } from '../../operations/operation-context';
import { textOrNull, timestampOrNull } from '../../values/nullable';
import { optionalChoice } from '../arguments/fields';
import type { Payload } from '../tool';

export const DEFAULT_CARRIER = 'usps';

export const carrier = () => optionalChoice(CARRIER_CODES, 'Carrier that collects.', DEFAULT_CARRIER);

/** Returns when the driver comes, in local time. */
export const presentWindow = (window: Window | undefined): Payload | null =>
  window ? { start: window.start, end: window.end } : null;

/** @see [MCP-P3] */
export const presentPickup = (pickup: Pickup, sentence: OperationContext['sentence']): Payload => ({
  pickup_id: pickup.pickupId,
  carrier: pickup.carrier,
  status: pickup.status,
  date: pickup.date,
  window: presentWindow(pickup.window),
  location: pickup.location,
  instructions: textOrNull(pickup.instructions),
  confirmation_number: textOrNull(pickup.confirmationNumber),
  order_ids: pickup.orderIds,
  package_count: pickup.packageCount,
  created_at: timestampOrNull(pickup.createdAt),
  canceled_at: timestampOrNull(pickup.canceledAt),
  ...(pickup.scanFormUrl && { scan_form_url: pickup.scanFormUrl }),
  ...(pickup.notes.length > 0 ? { note: pickup.notes.map(sentence).join(' ') } : {}),
});
