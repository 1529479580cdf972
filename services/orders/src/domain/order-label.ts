import type { Address, PostageAdjustment } from '@parcelyard/contracts/common';
import type {
  LabelAdjustment as AdjustmentMessage,
  LabelCosts,
  OrderLabel as LabelMessage,
} from '@parcelyard/contracts/orders';
import { invalid, problem } from './problem';

/** The live label: the contract's message with its time of purchase. */
export type OrderLabel = LabelMessage & { purchasedAt: Date };

/** @throws DomainError when a field that every label has is missing */
export function toLabel(label: LabelMessage | undefined): OrderLabel {
  if (!label?.purchaseId || !label.labelUrl || !label.trackingNumber || !label.purchasedAt) {
    throw invalid(problem('label', 'label_incomplete', {}));
  }
  return { ...label, purchasedAt: label.purchasedAt };
}

/** True while a carrier has not answered a void of one of its labels. */
export const isVoidPending = ({ label, returnLabel }: Pick<Labelled, 'label' | 'returnLabel'>): boolean =>
  (label?.pendingVoid ?? returnLabel?.pendingVoid) !== undefined;

/** A label bought for the order, live or voided; reports are made of these. */
export interface LabelRecord {
  purchaseId: string;
  trackingNumber: string;
  carrier: string;
  method: string;
  serviceLevel: string;
  /** The ship-to state when the label was bought; empty when unknown. */
  state: string;
  postageCents: number;
  insuranceCents: number;
  feeCents: number;
  purchasedAt: Date;
  /** YYYY-MM-DD, as the carrier promised. */
  estimatedDeliveryDate?: string | undefined;
  printedAt?: Date | undefined;
  voidedAt?: Date | undefined;
  /** Voided, and its money (all but the fee) is not on the balance yet. */
  refundFollows?: true | undefined;
  /** When that money is expected. */
  refundDueAt?: Date | undefined;
  /** Absent on a voided label whose refund does not follow: its money counts as back at the void. */
  refundedAt?: Date | undefined;
  /** The carrier bills the postage to the account's own number, so no balance pays it. */
  billedByCarrier?: true | undefined;
  /** The label of a return: its money counts, but no order went out with it. */
  isReturn?: true | undefined;
  /** The carrier's later adjustments of the postage. */
  adjustments?: LabelAdjustment[] | undefined;
}

/** The contract's message with its time. */
export type LabelAdjustment = PostageAdjustment & { at: Date };

/** The fields of an order about its labels. */
interface Labelled {
  recipient: Address;
  shippingAddress?: Address | undefined;
  label?: OrderLabel | undefined;
  returnLabel?: OrderLabel | undefined;
  boughtLabels?: LabelRecord[] | undefined;
}

/** Oldest first. An order that was labelled before labels were remembered has only the live one. */
export const boughtLabels = (order: Labelled): LabelRecord[] =>
  order.boughtLabels ?? (order.label ? [toRecord(order, order.label)] : []);

export function toRecord(order: Labelled, label: OrderLabel): LabelRecord {
  const { purchaseId, trackingNumber, carrier, method, serviceLevel, purchasedAt, estimatedDeliveryDate } =
    label;
  const { insuranceCents = 0, feeCents = 0, billedByCarrier } = label;
  return {
    purchaseId,
    trackingNumber,
    carrier,
    method,
    serviceLevel,
    purchasedAt,
    state: destinationState(order),
    postageCents: label.postageCents ?? label.costCents - insuranceCents - feeCents,
    insuranceCents,
    feeCents,
    ...(estimatedDeliveryDate === undefined ? {} : { estimatedDeliveryDate }),
    ...(billedByCarrier ? { billedByCarrier } : {}),
  };
}

/** What a void returns to the balance: everything that the balance paid except the fee. */
export const refundOf = ({ postageCents, insuranceCents, billedByCarrier }: LabelRecord): number =>
  insuranceCents + (billedByCarrier ? 0 : postageCents);

/** What the balance paid for it, before the carriers' adjustments. */
export const chargeOf = (label: LabelRecord): number => refundOf(label) + label.feeCents;

export const withPrinted = (order: Labelled, printedAt: Date): LabelRecord[] =>
  boughtLabels(order).map((label) =>
    label.purchaseId === order.label?.purchaseId ? { ...label, printedAt } : label,
  );

export const withVoided = (
  order: Labelled,
  purchaseId: string,
  voided: Pick<LabelRecord, 'voidedAt' | 'refundFollows' | 'refundDueAt'>,
): LabelRecord[] =>
  boughtLabels(order).map((label) => (label.purchaseId === purchaseId ? { ...label, ...voided } : label));

/** Undefined when no refund of this purchase is expected. */
export function withRefunded(
  order: Labelled,
  purchaseId: string,
  refundedAt: Date,
): LabelRecord[] | undefined {
  let found = false;
  const labels = boughtLabels(order).map((label) => {
    const { refundFollows, refundDueAt: _, ...rest } = label;
    if (label.purchaseId !== purchaseId || !refundFollows) return label;
    found = true;
    return { ...rest, refundedAt };
  });
  return found ? labels : undefined;
}

/** The latest version of each adjustment counts. Undefined when it is known, or the order had no such label. */
export function withAdjustment(
  order: Labelled,
  purchaseId: string,
  adjustment: LabelAdjustment,
): LabelRecord[] | undefined {
  let changes = false;
  const labels = boughtLabels(order).map((label) => {
    if (label.purchaseId !== purchaseId) return label;
    const { adjustments = [] } = label;
    const isThis = (one: LabelAdjustment) => one.adjustmentId === adjustment.adjustmentId;
    const known = adjustments.find(isThis);
    if (known && known.reportNumber >= adjustment.reportNumber) return label;
    changes = true;
    return { ...label, adjustments: [...adjustments.filter((one) => !isThis(one)), adjustment] };
  });
  return changes ? labels : undefined;
}

/** The carriers' adjustments for all labels of an order. */
export const adjustmentsOf = ({
  boughtLabels: labels = [],
}: Pick<Labelled, 'boughtLabels'>): AdjustmentMessage[] =>
  labels.flatMap(({ purchaseId, carrier, adjustments = [] }) =>
    adjustments.map((adjustment) => ({ purchaseId, carrier, adjustment })),
  );

/**
 * What the balance paid for all labels, and how much of it came back. Undefined for an order that never had a label.
 */
export function labelCosts(order: Labelled): LabelCosts | undefined {
  const labels = boughtLabels(order);
  if (labels.length === 0) return undefined;
  const adjusted = labels.flatMap(({ adjustments = [] }) => adjustments);
  return {
    chargedCents: sum(labels.map(chargeOf)) + sum(adjusted.map(({ cents }) => cents)),
    refundedCents: sum(labels.filter(refundTime).map(refundOf)),
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** When the money of a voided label came back; undefined before that. */
export const refundTime = ({ voidedAt, refundFollows, refundedAt }: LabelRecord): Date | undefined =>
  refundedAt ?? (refundFollows ? undefined : voidedAt);

/** What voided labels will return to the balance: all but the fees. Undefined when no money is expected. */
export function pendingRefund({ boughtLabels: labels = [] }: Pick<Labelled, 'boughtLabels'>) {
  const waiting = labels.filter(({ refundFollows }) => refundFollows);
  if (waiting.length === 0) return undefined;
  const dueAt = waiting.map((label) => label.refundDueAt?.getTime() ?? 0);
  return {
    amountCents: sum(waiting.map(refundOf)),
    ...(dueAt.includes(0) ? {} : { expectedBy: new Date(Math.max(...dueAt)) }),
  };
}

/** As stored on the order, in capitals; empty when unknown. */
export const destinationState = ({ recipient, shippingAddress }: Labelled): string =>
  (shippingAddress ?? recipient).state.trim().toUpperCase();
