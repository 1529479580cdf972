import { ZERO } from '@parcelyard/money/cents';
import { accountId, orderId } from '@parcelyard/service-kit/ids';
import type { Order } from '../../src/domain/order';
import { anAddress } from './builders';

/** An order with a printed label and the tracking number T1, unless `given` says otherwise. */
export const domainOrder = (given: Partial<Order> = {}): Order => ({
  accountId: accountId(1),
  orderId: orderId(10),
  version: 1,
  orderNumber: 'ABC234',
  status: 'LabelPrinted',
  date: new Date('2026-03-01T00:00:00Z'),
  customerId: 0,
  recipient: anAddress(),
  addressVersion: 1,
  items: [],
  subtotalCents: ZERO,
  shippingCents: ZERO,
  taxCents: ZERO,
  handlingCents: ZERO,
  discountCents: ZERO,
  totalCents: ZERO,
  note: '',
  trackingNumber: 'T1',
  appliedScans: [],
  labelGeneration: 1,
  createdAt: new Date('2026-03-01T00:00:00Z'),
  ...given,
});
