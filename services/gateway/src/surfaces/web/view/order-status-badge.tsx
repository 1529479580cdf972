import { orderStatusLabel } from '../../../values/order-status';
import type { Tone } from './blocks';
import { Badge } from './blocks';

/** A status that needs an action has a strong colour. A finished one is green or neutral. */
const TONES: Readonly<Record<string, Tone>> = {
  ChooseShipping: 'accent',
  PrintLabel: 'accent',
  LabelPrinted: 'accent',
  WaitingForPickup: 'accent',
  InTransit: 'accent',
  Delivered: 'good',
  ReturnComplete: 'good',
  MissingEmail_InvoiceDraft: 'warn',
  WaitingForPayment: 'warn',
  BackOrdered: 'warn',
  BackOrderedLiveSelling: 'warn',
  DeliveryFailureWait: 'warn',
  WaitingForReturn: 'warn',
  DeliveryFailure: 'bad',
  ReturnedToSender: 'bad',
};

/** The display label of an order's status. */
export const OrderStatusBadge = ({ status }: { status: string }) => (
  <Badge tone={TONES[status] ?? 'neutral'}>{orderStatusLabel(status)}</Badge>
);
