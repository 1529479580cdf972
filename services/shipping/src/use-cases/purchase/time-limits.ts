/**
 * How long the saga waits for others, in milliseconds. Each is shorter than the purchase's lease, so that a driver that
 * is alive never loses its purchase while it waits.
 */
export const SERVICE_CALL_MS = 4_000;
/** A recharge asks a payment gateway. */
export const HOLD_CALL_MS = 7_000;
export const CARRIER_CALL_MS = 9_000;
/**
 * From noting that a carrier is asked until it is not asked any more: a driver that stood still in between may have been
 * given up for, and its purchase too. With a carrier's call it is well within the time that a carrier is given to know.
 */
export const SEND_WITHIN_MS = 5_000;
