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
