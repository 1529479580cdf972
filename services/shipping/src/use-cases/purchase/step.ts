import type { PostalAddress } from '../../domain/address/postal-address';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';

/** The purchase after a step; with `pauseMs`, the next step has to wait for so long. */
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

/** What the caller has read already before the purchase began; a driver that takes it up later has none of it. */
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
 * Longest time between noting that the carrier is asked and asking it. After a longer pause another driver may have
 * given the purchase up. Together with the carrier's call it is well below the time after which a carrier's "no label"
 * is believed.
 */
export const SEND_WITHIN_MS = 5_000;
