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
export type Step = (ports: PurchasePorts, purchase: Purchase) => Promise<StepOutcome>;
