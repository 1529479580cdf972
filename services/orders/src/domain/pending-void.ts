import type { VoidRef } from '@parcelyard/contracts/orders';
import type { Order } from './order';

type Voiding = Pick<VoidRef, 'purchaseId' | 'number'>;
type Fields = Partial<Pick<Order, 'label' | 'returnLabel' | 'refusedVoids'>>;

/**
 * How many refused voids are stored on an order. A request for a void may be delayed by some seconds. The void is then
 * still among these.
 */
const REMEMBERED_VOIDS = 20;

/**
 * Returns what changes when the carrier is asked to void the label. Undefined when this void or a later one is stored
 * already, when this void was refused before, or when the order has another label now.
 */
export function voidRequested(order: Order, voiding: Voiding): Fields | undefined {
  const place = placeOf(order, voiding);
  const label = place && order[place];
  const isOver = order.refusedVoids?.includes(nameOf(voiding)) || (label?.pendingVoid ?? 0) >= voiding.number;
  return label && !isOver ? { [place]: { ...label, pendingVoid: voiding.number } } : undefined;
}

/** Returns what changes when the carrier has refused the void: the label can be used again. */
export function voidRefused(order: Order, voiding: Voiding): Fields | undefined {
  const { refusedVoids = [] } = order;
  const place = placeOf(order, voiding);
  const label = place && order[place];
  if (!label || refusedVoids.includes(nameOf(voiding))) return undefined;
  const { pendingVoid, ...withoutPendingVoid } = label;
  return {
    [place]: pendingVoid === voiding.number ? withoutPendingVoid : label,
    refusedVoids: [...refusedVoids, nameOf(voiding)].slice(-REMEMBERED_VOIDS),
  };
}

const placeOf = ({ label, returnLabel }: Order, { purchaseId }: Voiding) => {
  if (label?.purchaseId === purchaseId) return 'label';
  return returnLabel?.purchaseId === purchaseId ? 'returnLabel' : undefined;
};

const nameOf = ({ purchaseId, number }: Voiding): string => `${purchaseId} ${number}`;
