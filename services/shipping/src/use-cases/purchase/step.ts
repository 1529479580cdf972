import type { PostalAddress } from '../../domain/address/postal-address';
import type { Purchase } from '../../domain/purchase';
import type { PurchasePorts } from '../../ports';

/** The purchase after a step. */
export interface StepOutcome {
  readonly purchase: Purchase;
  /** Milliseconds before the next step. */
  readonly pauseMs?: number;
  /** True when the step itself has saved the time of the next step. */
  readonly isDeferred?: true;
}

/**
 * One step of the saga. An interrupted step is repeated from its beginning. So all its calls are idempotent, with the
 * purchase's id as key. The step throws temporary errors, such as an unavailable service. It saves a definite refusal
 * as the purchase's failure.
 */
export type Step = (ports: PurchasePorts, purchase: Purchase, known: Known) => Promise<StepOutcome>;

/**
 * The data that the caller read before the purchase began. A process that resumes the purchase later does not have
 * them.
 */
export interface Known {
  /** The destination at the address version of the purchase. */
  readonly shipTo?: PostalAddress;
}

/**
 * Timeouts of the saga's calls, in milliseconds. Each timeout is shorter than the purchase's lease, so a running
 * process never loses its purchase while it waits.
 */
export const SERVICE_CALL_MS = 4_000;
/** This timeout is longer, because a recharge calls a payment gateway. */
export const HOLD_CALL_MS = 7_000;
export const CARRIER_CALL_MS = 9_000;
/**
 * Longest time between recording a carrier call and making it. Later, another process may have given up the purchase.
 * This time and the carrier call together are much shorter than the wait before the answer "no label" is trusted.
 */
export const SEND_WITHIN_MS = 5_000;
