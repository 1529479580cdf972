import type { PostalAddress } from '../../domain/address/postal-address';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';

export interface StepOutcome {
  readonly purchase: Purchase;
  readonly pauseMs?: number;
  /** True when the step itself has stored the time at which the next step is due. */
  readonly isDeferred?: true;
}

/**
 * One step of a purchase. If it is interrupted, it is repeated from its beginning, so it makes only calls that can be
 * repeated. A temporary error, such as an unavailable service, is thrown. A refusal is stored as the purchase's error.
 */
export type Step = (ports: PurchasePorts, purchase: Purchase, known: Known) => Promise<StepOutcome>;

/**
 * What the caller read before the purchase began. A process that continues the purchase later does not have these data.
 */
export interface Known {
  /** The order's address, in the version that the purchase names. */
  readonly shipTo?: PostalAddress;
}

/**
 * The longest times of the calls of a step, in milliseconds. Each of them is shorter than the purchase's lease, so a
 * process does not lose the purchase because of one call.
 */
export const SERVICE_CALL_MS = 4_000;
/** Longer than other calls, because billing may have to charge the card. */
export const HOLD_CALL_MS = 7_000;
export const CARRIER_CALL_MS = 9_000;
/**
 * If the carrier is not asked within this time after the request was stored, it is not asked at all. A process
 * therefore waits at most 14 seconds for the carrier, including this time. Another process may give up the purchase
 * only after 20 seconds, when it trusts the carrier's answer "no label". A seller whose request may take longer than
 * that does not give this answer before (`mayStillBeSold`).
 */
export const SEND_WITHIN_MS = 5_000;
