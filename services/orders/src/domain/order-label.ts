import type { OrderLabel as LabelMessage } from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';

/** The live label. Links that begin with "/" are paths on this service. */
export interface OrderLabel {
  purchaseId: string;
  carrier: string;
  method: string;
  serviceLevel: string;
  costCents: number;
  labelUrl: string;
  rawLabelUrl?: string | undefined;
  formUrl?: string | undefined;
  receiptUrl?: string | undefined;
  trackingNumber: string;
  trackingUrl: string;
  purchasedAt: Date;
  /** What the cost is made of; absent: all of it is postage. */
  postageCents?: number | undefined;
  insuranceCents?: number | undefined;
  feeCents?: number | undefined;
  /** YYYY-MM-DD, as the rate promised it. */
  estimatedDeliveryDate?: string | undefined;
}

/** @throws DomainError when what every label has is missing */
export function toLabel(label: LabelMessage | undefined): OrderLabel {
  if (!label?.purchaseId || !label.labelUrl || !label.trackingNumber || !label.purchasedAt) {
    throw DomainError.text(
      'invalid_argument',
      'A label needs its purchase, its link, its tracking number and when it was purchased.',
      { field: 'label' },
    );
  }
  return { ...label, purchasedAt: label.purchasedAt };
}
