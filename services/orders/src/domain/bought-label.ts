import type { Address } from './address';
import type { OrderLabel } from './order-label';

/** A label that was bought for the order, live or voided: what reports are made of. */
export interface BoughtLabel {
  purchaseId: string;
  carrier: string;
  method: string;
  serviceLevel: string;
  /** Where it ships, as it was when the label was bought; empty when unknown. */
  state: string;
  postageCents: number;
  insuranceCents: number;
  feeCents: number;
  purchasedAt: Date;
  /** YYYY-MM-DD, as the carrier promised. */
  estimatedDeliveryDate?: string | undefined;
  voidedAt?: Date | undefined;
  /** Voided, and its money, all but the fee, is not on the balance yet. */
  refundFollows?: true | undefined;
  /** Absent on a voided label whose refund does not follow: its money counts as back since the void. */
  refundedAt?: Date | undefined;
}

/** What of an order tells of its labels. */
interface Labelled {
  recipient: Address;
  shippingAddress?: Address | undefined;
  label?: OrderLabel | undefined;
  boughtLabels?: BoughtLabel[] | undefined;
}

/** Oldest first. An order that was labelled before labels were remembered has the live one. */
export const boughtLabels = (order: Labelled): BoughtLabel[] =>
  order.boughtLabels ?? (order.label ? [boughtLabel(order, order.label)] : []);

export function boughtLabel(order: Labelled, label: OrderLabel): BoughtLabel {
  const { purchaseId, carrier, method, serviceLevel, purchasedAt, estimatedDeliveryDate } = label;
  const { insuranceCents = 0, feeCents = 0 } = label;
  return {
    ...{ purchaseId, carrier, method, serviceLevel, purchasedAt },
    state: destinationState(order),
    postageCents: label.postageCents ?? label.costCents - insuranceCents - feeCents,
    insuranceCents,
    feeCents,
    ...(estimatedDeliveryDate === undefined ? {} : { estimatedDeliveryDate }),
  };
}

export const withVoided = (
  order: Labelled,
  purchaseId: string,
  voided: Pick<BoughtLabel, 'voidedAt' | 'refundFollows'>,
): BoughtLabel[] =>
  boughtLabels(order).map((label) => (label.purchaseId === purchaseId ? { ...label, ...voided } : label));

/** undefined when no refund of this purchase is waited for. */
export function withRefunded(
  order: Labelled,
  purchaseId: string,
  refundedAt: Date,
): BoughtLabel[] | undefined {
  let found = false;
  const labels = boughtLabels(order).map((label) => {
    const { refundFollows, ...rest } = label;
    if (label.purchaseId !== purchaseId || !refundFollows) return label;
    found = true;
    return { ...rest, refundedAt };
  });
  return found ? labels : undefined;
}

/** When the money of a voided label came back; undefined while it has not. */
export const refundTime = ({ voidedAt, refundFollows, refundedAt }: BoughtLabel): Date | undefined =>
  refundedAt ?? (refundFollows ? undefined : voidedAt);

/** As stored on the order, in capitals; empty when unknown. */
export const destinationState = ({ recipient, shippingAddress }: Labelled): string =>
  (shippingAddress ?? recipient).state.trim().toUpperCase();
