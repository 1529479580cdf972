import type { ImportedOrder, NewOrder, UpdateOrderRequest } from '@parcelyard/contracts/orders';
import type { WebhookEvent } from '@parcelyard/service-kit/webhook-event';
import type { PlatformName } from './platforms/platform-name';

/** What must be decided for each field of an order. */
export interface Decisions {
  /** Whether a request to remove personal data removes the field. */
  erasure: 'kept' | 'removed';
  /**
   * `from` lists the stores that send the field. `changes` says what happens here when the store changes the field.
   * `goods` and `recipient` are parts of an order, and with `alone`, the field is a part by itself: the part is changed
   * here, too, unless somebody has edited this part here. With `never`, nothing changes here. Null when no store sends
   * the field.
   */
  store: {
    from: readonly PlatformName[];
    changes: 'goods' | 'recipient' | 'alone' | 'never';
  } | null;
  /** The field's names in a webhook's event. */
  event: readonly (keyof WebhookEvent)[];
}

const KEPT = { erasure: 'kept', store: null, event: [] } as const;
const EVERY_STORE = ['sandbox', 'shopify', 'woocommerce'] as const;
const GOODS = { from: EVERY_STORE, changes: 'goods' } as const;
const PRICED_GOODS = { from: ['shopify', 'woocommerce'], changes: 'goods' } as const;

/** Every field of an order. If a field is missing here, order.ts does not compile (docs/adding-a-field.md). */
export const ORDER_FIELDS = {
  accountId: KEPT,
  orderId: { ...KEPT, event: ['Id'] },
  orderNumber: KEPT,
  status: { ...KEPT, event: ['OrderStatus'] },
  date: { ...KEPT, store: { from: EVERY_STORE, changes: 'never' } },
  customerId: { ...KEPT, erasure: 'removed' },
  recipient: {
    erasure: 'removed',
    store: { from: EVERY_STORE, changes: 'recipient' },
    event: [
      'FirstName',
      'LastName',
      'Email',
      'Phone',
      'Address1',
      'Address2',
      'Address3',
      'City',
      'State',
      'Zip',
      'Country',
    ],
  },
  shippingAddress: { ...KEPT, erasure: 'removed' },
  addressVersion: KEPT,
  addressCheck: { ...KEPT, erasure: 'removed' },
  items: { ...KEPT, store: GOODS, event: ['Items'] },
  subtotalCents: { ...KEPT, store: PRICED_GOODS, event: ['Subtotal'] },
  shippingCents: { ...KEPT, store: GOODS, event: ['Shipping'] },
  taxCents: { ...KEPT, store: GOODS, event: ['SalesTax'] },
  handlingCents: { ...KEPT, event: ['Handling'] },
  discountCents: { ...KEPT, store: GOODS, event: ['Discount'] },
  totalCents: { ...KEPT, store: PRICED_GOODS, event: ['Total'] },
  weightOz: { ...KEPT, store: { from: ['sandbox', 'shopify'], changes: 'alone' }, event: ['Weight'] },
  length: KEPT,
  width: KEPT,
  height: KEPT,
  note: { ...KEPT, erasure: 'removed', store: { from: EVERY_STORE, changes: 'alone' } },
  externalOrderId: KEPT,
  externalOrderNumber: KEPT,
  invoiceNumber: { ...KEPT, event: ['InvoiceNumber'] },
  requestKey: KEPT,
  origin: KEPT,
  label: { ...KEPT, event: ['Shipment'] },
  returnLabel: KEPT,
  boughtLabels: KEPT,
  labelGeneration: KEPT,
  lockedBy: KEPT,
  endedPurchases: KEPT,
  refusedVoids: KEPT,
  shippingCostCents: KEPT,
  staleRawLabelUrl: KEPT,
  staleFormUrl: KEPT,
  staleReceiptUrl: KEPT,
  trackingNumber: KEPT,
  trackingUrl: KEPT,
  shipDate: KEPT,
  inTransitDate: KEPT,
  deliveredDate: KEPT,
  exceptionDate: KEPT,
  exception: KEPT,
  lastTrackingUpdate: KEPT,
  appliedScans: KEPT,
  pickupId: KEPT,
  pickupAt: KEPT,
  endedPickups: KEPT,
  source: { ...KEPT, erasure: 'removed' },
  storeNotice: { ...KEPT, erasure: 'removed' },
  storeFulfillment: KEPT,
  version: KEPT,
  createdAt: KEPT,
  updatedAt: KEPT,
} as const satisfies Record<string, Decisions>;

type Fields = typeof ORDER_FIELDS;

/** The fields for which the decisions include `D`. */
export type FieldsWhere<D> = { [F in keyof Fields]: Fields[F] extends D ? F : never }[keyof Fields];

/** The fields that the adapter of store `P` fills. */
export type FieldsFrom<P extends PlatformName> = {
  [F in keyof Fields]: Fields[F]['store'] extends { from: readonly (infer S)[] }
    ? P extends S
      ? F
      : never
    : never;
}[keyof Fields];

/** The names of an order's fields in an event. */
export type EventName = Fields[keyof Fields]['event'][number];

/** The names of all texts in a message and its parts. */
type TextNames<M> = M extends Date
  ? never
  : M extends readonly (infer Each)[]
    ? TextNames<Each>
    : M extends object
      ? { [N in keyof M]-?: NonNullable<M[N]> extends string ? N : TextNames<NonNullable<M[N]>> }[keyof M]
      : never;

/** Whether each text of an order may have several lines. If not, its line breaks become spaces when it is saved. */
const TEXTS = {
  name: 'line',
  firstName: 'line',
  lastName: 'line',
  company: 'line',
  street1: 'line',
  street2: 'line',
  street3: 'line',
  city: 'line',
  state: 'line',
  zip: 'line',
  country: 'line',
  phone: 'line',
  email: 'line',
  externalOrderId: 'line',
  invoiceNumber: 'line',
  orderNumber: 'line',
  requestKey: 'line',
  origin: 'line',
  status: 'line',
  note: 'lines',
  notes: 'lines',
  sku: 'line',
  upc: 'line',
  hsCode: 'line',
  originCountry: 'line',
  trackingNumber: 'line',
  trackingUrl: 'line',
  exception: 'line',
} as const satisfies Record<TextNames<NewOrder | ImportedOrder | UpdateOrderRequest>, 'line' | 'lines'>;

/** The texts of an order that may have several lines. `cleanSavedText` uses this set. */
export const LINES: ReadonlySet<string> = new Set(
  Object.entries(TEXTS).flatMap(([name, kind]) => (kind === 'lines' ? name : [])),
);
