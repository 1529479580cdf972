import type { Address, PostageAdjustment } from '@parcelyard/contracts/common';
import type {
  LabelAdjustment as AdjustmentMessage,
  LabelCosts,
  OrderLabel as LabelMessage,
} from '@parcelyard/contracts/orders';
import { regionCode } from '@parcelyard/service-kit/addresses/region-code';
import { DEFAULT_COUNTRY } from './address';
import { invalid, problem } from './problem';

/** An order's label that is not voided, with its time of purchase. */
export type OrderLabel = LabelMessage & { purchasedAt: Date };

/** @throws DomainError when a field that every label has is missing */
export function toLabel(label: LabelMessage | undefined): OrderLabel {
  if (!label?.purchaseId || !label.labelUrl || !label.trackingNumber || !label.purchasedAt) {
    throw invalid(problem('label', 'label_incomplete', {}));
  }
  return { ...label, purchasedAt: label.purchasedAt };
}

/** True while we wait for the carrier's answer about the void of one of the order's labels. */
export const isVoidPending = ({ label, returnLabel }: Pick<Labelled, 'label' | 'returnLabel'>): boolean =>
  (label?.pendingVoid ?? returnLabel?.pendingVoid) !== undefined;

/** A label that was bought for the order and may have been voided later. Reports are computed from these records. */
export interface LabelRecord {
  purchaseId: string;
  trackingNumber: string;
  carrier: string;
  method: string;
  serviceLevel: string;
  /** The result of `destinationState` when the label was bought. */
  state: string;
  postageCents: number;
  insuranceCents: number;
  feeCents: number;
  purchasedAt: Date;
  /** YYYY-MM-DD, as the carrier promised. */
  estimatedDeliveryDate?: string | undefined;
  printedAt?: Date | undefined;
  voidedAt?: Date | undefined;
  /** When the refund of the void is expected; absent once it has arrived. */
  refundDueAt?: Date | undefined;
  /** When the refund of a voided label was added to the balance. The fee is not refunded. */
  refundedAt?: Date | undefined;
  /**
   * Set when the carrier bills the postage to the merchant's own account with the carrier, so that the balance does not
   * pay it.
   */
  billedByCarrier?: true | undefined;
  /** Set for a return label. Reports count its cost, but do not count it as a sent order. */
  isReturn?: true | undefined;
  adjustments?: LabelAdjustment[] | undefined;
}

/** A carrier's change of the postage, with its time. */
export type LabelAdjustment = PostageAdjustment & { at: Date };

/** The fields of an order about its labels. */
interface Labelled {
  recipient: Address;
  shippingAddress?: Pick<Address, 'state' | 'country'> | undefined;
  label?: OrderLabel | undefined;
  returnLabel?: OrderLabel | undefined;
  boughtLabels?: LabelRecord[] | undefined;
}

export const boughtLabels = ({ boughtLabels: labels = [] }: Pick<Labelled, 'boughtLabels'>): LabelRecord[] =>
  labels;

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

/** Returns what a void gives back to the balance: everything that the balance paid, except the fee. */
export const refundOf = ({ postageCents, insuranceCents, billedByCarrier }: LabelRecord): number =>
  insuranceCents + (billedByCarrier ? 0 : postageCents);

/** Returns what the balance paid for the label, before carriers adjusted the postage. */
export const chargeOf = (label: LabelRecord): number => refundOf(label) + label.feeCents;

export const withPrinted = (order: Labelled, printedAt: Date): LabelRecord[] =>
  boughtLabels(order).map((label) =>
    label.purchaseId === order.label?.purchaseId ? { ...label, printedAt } : label,
  );

export const withVoided = (
  order: Labelled,
  purchaseId: string,
  voided: Pick<LabelRecord, 'voidedAt' | 'refundDueAt'>,
): LabelRecord[] =>
  boughtLabels(order).map((label) => (label.purchaseId === purchaseId ? { ...label, ...voided } : label));

/** Returns the labels after a refund; undefined when this purchase expects no refund. */
export function withRefunded(
  order: Labelled,
  purchaseId: string,
  refundedAt: Date,
): LabelRecord[] | undefined {
  let found = false;
  const labels = boughtLabels(order).map((label) => {
    const { refundDueAt: _, ...rest } = label;
    if (label.purchaseId !== purchaseId || !awaitsRefund(label)) return label;
    found = true;
    return { ...rest, refundedAt };
  });
  return found ? labels : undefined;
}

/**
 * Returns the labels after an adjustment is added. Only the latest version of each adjustment is kept. Returns
 * undefined when this version or a later one of the adjustment is stored already, or when the order has no such label.
 */
export function withAdjustment(
  order: Labelled,
  purchaseId: string,
  adjustment: LabelAdjustment,
): LabelRecord[] | undefined {
  let changes = false;
  const labels = boughtLabels(order).map((label) => {
    if (label.purchaseId !== purchaseId) return label;
    const { adjustments = [] } = label;
    const isSameAdjustment = (one: LabelAdjustment) => one.adjustmentId === adjustment.adjustmentId;
    const known = adjustments.find(isSameAdjustment);
    if (known && known.reportNumber >= adjustment.reportNumber) return label;
    changes = true;
    return { ...label, adjustments: [...adjustments.filter((one) => !isSameAdjustment(one)), adjustment] };
  });
  return changes ? labels : undefined;
}

/** Returns the carriers' adjustments for all labels of an order. */
export const adjustmentsOf = (order: Pick<Labelled, 'boughtLabels'>): AdjustmentMessage[] =>
  boughtLabels(order).flatMap(({ purchaseId, carrier, adjustments = [] }) =>
    adjustments.map((adjustment) => ({ purchaseId, carrier, adjustment })),
  );

/**
 * Returns what the balance paid for all labels, and how much of it was returned. Undefined for an order that never had
 * a label.
 */
export function labelCosts(order: Labelled): LabelCosts | undefined {
  const labels = boughtLabels(order);
  if (labels.length === 0) return undefined;
  const adjusted = labels.flatMap(({ adjustments = [] }) => adjustments);
  return {
    chargedCents: sum(labels.map(chargeOf)) + sum(adjusted.map(({ cents }) => cents)),
    refundedCents: sum(labels.filter(({ refundedAt }) => refundedAt).map(refundOf)),
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** True when the label is voided and its money is not on the balance yet. */
const awaitsRefund = ({ voidedAt, refundedAt }: LabelRecord): boolean =>
  voidedAt !== undefined && refundedAt === undefined;

/** Returns what voided labels will return to the balance: all but the fees. Undefined when no money is expected. */
export function pendingRefund(order: Pick<Labelled, 'boughtLabels'>) {
  const waiting = boughtLabels(order).filter((label) => awaitsRefund(label) && refundOf(label) > 0);
  if (waiting.length === 0) return undefined;
  const dueAt = waiting.map((label) => label.refundDueAt?.getTime() ?? 0);
  return {
    amountCents: sum(waiting.map(refundOf)),
    ...(dueAt.includes(0) ? {} : { expectedBy: new Date(Math.max(...dueAt)) }),
  };
}

/**
 * Returns the state's code, such as `TX` for Texas. A state whose code is unknown is returned in capitals. Returns ''
 * when the address has no state. Outside the United States, the country's code comes first (ISO 3166-2): `IT-CA` is
 * Cagliari, and `CA` is California.
 */
export function destinationState({ recipient, shippingAddress }: Labelled): string {
  const { state, country } = shippingAddress ?? recipient;
  const place = country.trim().toUpperCase();
  const isHome = ['', DEFAULT_COUNTRY, 'USA'].includes(place);
  const code = regionCode(isHome ? DEFAULT_COUNTRY : place, state) ?? state.trim().toUpperCase();
  return code === '' || isHome ? code : `${place}-${code}`;
}
