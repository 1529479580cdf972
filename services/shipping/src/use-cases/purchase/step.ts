import type { PostalAddress } from '../../domain/address/postal-address';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';

/** The purchase after a step. */
export interface StepOutcome {
  readonly purchase: Purchase;
  /** The next step must wait so long. */
  readonly pauseMs?: number;
  /** The step's own write says when the next step is due. */
  readonly isDeferred?: true;
}

/**
 * One step of the saga. An interrupted step is repeated from its beginning, so all its calls are idempotent by the
 * purchase's id. It throws temporary errors, such as a service that is down, and saves a definite refusal as the
 * purchase's failure.
 */
export type Step = (ports: PurchasePorts, purchase: Purchase, known: Known) => Promise<StepOutcome>;

/** What the caller read before the purchase began; a driver that resumes it later does not have this. */
export interface Known {
  /** The destination at the address version of the purchase. */
  readonly shipTo?: PostalAddress;
}

/**
 * Timeouts of the saga's calls, in milliseconds. Each is shorter than the purchase's lease, so that a live driver never
 * loses its purchase while it waits.
 */
export const SERVICE_CALL_MS = 4_000;
/** Longer, because a recharge calls a payment gateway. */
export const HOLD_CALL_MS = 7_000;
export const CARRIER_CALL_MS = 9_000;
/**
 * Longest time between recording a carrier call and making it. After that another driver may have given the purchase
 * up. Together with the carrier call it is well below the time after which "no label" is believed.
 */
export const SEND_WITHIN_MS = 5_000;
