import type { Order } from '@parcelyard/contracts/orders';

/**
 * Returns whether the carrier has not yet decided on the void of the order's label or of its return label.
 * @see [MCP-S68]
 */
export const isVoidPending = ({ label, returnLabel }: Pick<Order, 'label' | 'returnLabel'>): boolean =>
  (label?.pendingVoid ?? returnLabel?.pendingVoid) !== undefined;
