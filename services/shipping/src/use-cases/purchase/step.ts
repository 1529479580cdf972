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
 * The longest times of the calls of a step, in milliseconds. They are shorter than the purchase's lease, so a process
 * does not lose the purchase while it waits.
 */
export const SERVICE_CALL_MS = 4_000;
/** Longer than other calls, because billing may have to charge the card. */
export const HOLD_CALL_MS = 7_000;
export const CARRIER_CALL_MS = 9_000;
/**
 * If saving the state takes longer than this, the carrier is not asked at all. So every request to the carrier ends
 * within 14 seconds: this time and CARRIER_CALL_MS. Another process waits 20 seconds before it believes the carrier's
 * answer "no label" and gives up the purchase. By then, no request is running any more.
 */
export const SEND_WITHIN_MS = 5_000;
