import type { Order } from '@parcelyard/contracts/orders';

/**
 * True while a carrier has not said yes or no to the void of the order's label, or of its return's.
 * @see [MCP-S68]
 */
export const isVoidPending = ({ label, returnLabel }: Pick<Order, 'label' | 'returnLabel'>): boolean =>
  (label?.pendingVoid ?? returnLabel?.pendingVoid) !== undefined;
