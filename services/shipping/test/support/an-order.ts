import type { ImportedOrder } from '@parcelyard/contracts/orders';

export interface OrderDraft {
  name?: string;
  company?: string;
  state?: string;
  zip?: string;
  country?: string;
  /** If absent, the order has two mugs. */
  items?: readonly Partial<ImportedOrder['items'][number]>[];
  /** Name of the status. If absent, the order is ready to ship. */
  status?: string;
  externalOrderId?: string;
  totalCents?: number;
  /** If absent, the order has no weight. */
  weightOz?: number;
  /** A date as YYYY-MM-DD. If absent, the current date. */
  date?: string;
}

/** Returns an order of two mugs to Sacramento that is ready to ship. */
export function anOrder(draft: OrderDraft = {}): ImportedOrder {
  const abroad = draft.country !== undefined && draft.country !== 'US';
  const address = {
    name: draft.name ?? 'Ada Byron',
    firstName: 'Ada',
    lastName: 'Byron',
    company: draft.company ?? '',
    street1: abroad ? '12 Queen St W' : '1315 10th St',
    street2: '',
    street3: '',
    city: abroad ? 'Toronto' : 'Sacramento',
    state: draft.state ?? (abroad ? 'ON' : 'CA'),
    zip: draft.zip ?? (abroad ? 'M5H 2N2' : '95814'),
    country: draft.country ?? 'US',
    phone: '9165550123',
    email: 'ada@example.org',
  };
  return {
    externalOrderId: draft.externalOrderId,
    orderNumber: undefined,
    status: draft.status ?? '',
    date: draft.date === undefined ? undefined : new Date(draft.date),
    recipient: address,
    shippingAddress: address,
    customerId: undefined,
    items: (draft.items ?? [{ name: 'Mug', quantity: 2, priceCents: 1_250 }]).map((item) => ({
      itemId: 0,
      name: '',
      quantity: 1,
      priceCents: 0,
      ...item,
    })),
    shippingCents: 0,
    taxCents: 0,
    handlingCents: 0,
    discountCents: 0,
    subtotalCents: undefined,
    totalCents: draft.totalCents,
    weightOz: draft.weightOz,
    note: '',
    shippingCostCents: undefined,
    trackingNumber: undefined,
    trackingUrl: undefined,
    shipDate: undefined,
    inTransitDate: undefined,
    deliveredDate: undefined,
    exceptionDate: undefined,
    exception: undefined,
    invoiceNumber: undefined,
  };
}
