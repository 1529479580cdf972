import type { Order } from '@parcelyard/contracts/orders';

/**
 * True while the carrier has not answered whether it voids the order's label or its return label.
 * @see [MCP-S68]
 */
export const isVoidPending = ({ label, returnLabel }: Pick<Order, 'label' | 'returnLabel'>): boolean =>
  (label?.pendingVoid ?? returnLabel?.pendingVoid) !== undefined;
