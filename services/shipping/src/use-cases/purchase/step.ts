import type { PostalAddress } from '../../domain/address/postal-address';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';

/** Where a step left its purchase; with `pauseMs`, the next step has to wait for that long. */
export interface StepOutcome {
  readonly purchase: Purchase;
  readonly pauseMs?: number;
}

/**
 * One step of the saga. It may be cut short anywhere and is then done again from its beginning, so every call that it
 * makes is idempotent by the purchase's id. Throws for what passes by itself (a service that is down); a definite no
 * is noted on the purchase as its failure.
 */
export type Step = (ports: PurchasePorts, purchase: Purchase, known: Known) => Promise<StepOutcome>;

/** What whoever began the purchase has read already; a driver that takes it up later knows nothing. */
export interface Known {
  /** Where the order ships, by the version of its address that the purchase is for. */
  readonly shipTo?: PostalAddress;
}

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
