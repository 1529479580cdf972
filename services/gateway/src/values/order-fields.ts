import type { Order } from '@parcelyard/contracts/orders';

/** Where a field of an order is shown, and under which names. */
interface Shown {
  /** Names in a tool's order details. A name with a dot, such as `totals.tax`, is inside a group. */
  mcp: readonly string[];
  /** Names in an order of the REST API. */
  rest: readonly string[];
  /** Where the order's page shows the field: in a line of the card "Details", in another card, or nowhere. */
  page: 'details' | 'card' | 'no';
}

const NOWHERE = { mcp: [], rest: [], page: 'no' } as const;

/** Every field of an order. TypeScript requires a new field here (docs/adding-a-field.md). */
const ORDER_FIELDS = {
  accountId: NOWHERE,
  orderId: { mcp: ['order_id'], rest: ['id'], page: 'details' },
  orderNumber: { mcp: ['order_number'], rest: ['orderNumber'], page: 'card' },
  status: { mcp: ['status'], rest: ['orderStatus'], page: 'card' },
  date: { mcp: ['date'], rest: ['dateTime'], page: 'card' },
  updatedAt: { ...NOWHERE, rest: ['updatedAt'] },
  createdAt: NOWHERE,
  customerId: { mcp: ['customer_id'], rest: ['customerId'], page: 'card' },
  recipient: NOWHERE,
  shipTo: {
    mcp: ['ship_to'],
    rest: [
      'firstName',
      'lastName',
      'email',
      'phone',
      'address1',
      'address2',
      'address3',
      'city',
      'state',
      'zip',
      'country',
    ],
    page: 'card',
  },
  addressVersion: NOWHERE,
  addressCheck: { mcp: ['address_check'], rest: [], page: 'card' },
  items: { mcp: ['items'], rest: ['items'], page: 'card' },
  subtotalCents: { mcp: ['totals.subtotal'], rest: ['subtotal'], page: 'card' },
  shippingCents: { mcp: ['totals.shipping'], rest: ['shipping'], page: 'card' },
  taxCents: { mcp: ['totals.tax'], rest: ['salesTax'], page: 'card' },
  handlingCents: { mcp: [], rest: ['handling'], page: 'card' },
  discountCents: { mcp: ['totals.discount'], rest: ['discount'], page: 'card' },
  totalCents: { mcp: ['totals.total'], rest: ['total'], page: 'card' },
  weightOz: { mcp: ['totals.weight_oz'], rest: ['weight'], page: 'card' },
  length: { mcp: [], rest: ['length'], page: 'card' },
  width: { mcp: [], rest: ['width'], page: 'card' },
  height: { mcp: [], rest: ['height'], page: 'card' },
  note: { mcp: ['order_note'], rest: ['orderNote'], page: 'details' },
  externalOrderId: { mcp: ['external_order_id'], rest: ['externalOrderId'], page: 'details' },
  externalOrderNumber: { mcp: ['external_order_number'], rest: ['externalOrderNumber'], page: 'details' },
  invoiceNumber: { mcp: [], rest: ['invoiceNumber'], page: 'details' },
  label: {
    mcp: ['shipping.method', 'shipping.cost', 'shipping.label_url', 'void_pending'],
    rest: ['shipment', 'voidPending'],
    page: 'card',
  },
  returnLabel: { mcp: ['void_pending'], rest: ['voidPending'], page: 'card' },
  labelGeneration: NOWHERE,
  lockedBy: NOWHERE,
  pendingRefund: { mcp: ['pending_refund'], rest: [], page: 'no' },
  labelCosts: { mcp: ['label_cost'], rest: [], page: 'no' },
  history: { mcp: ['history'], rest: [], page: 'no' },
  adjustments: { mcp: ['adjustments'], rest: ['adjustments'], page: 'card' },
  shippingCostCents: { mcp: ['shipping.cost'], rest: ['shipment'], page: 'card' },
  // Only the tool get_label shows these fields.
  staleRawLabelUrl: NOWHERE,
  staleFormUrl: NOWHERE,
  staleReceiptUrl: NOWHERE,
  trackingNumber: { mcp: ['tracking_number'], rest: ['shipment'], page: 'card' },
  trackingUrl: { mcp: ['tracking_url'], rest: ['shipment'], page: 'card' },
  shipDate: { mcp: ['shipping.ship_date'], rest: ['shipment'], page: 'card' },
  inTransitDate: { ...NOWHERE, page: 'card' },
  deliveredDate: { ...NOWHERE, page: 'card' },
  exceptionDate: { ...NOWHERE, page: 'card' },
  exception: { ...NOWHERE, page: 'card' },
  lastTrackingUpdate: NOWHERE,
  pickupId: { ...NOWHERE, page: 'details' },
  storeNotice: { mcp: ['store_notice'], rest: ['storeNotice'], page: 'details' },
  storeFulfillment: { mcp: ['store_fulfillment'], rest: ['storeFulfillment'], page: 'card' },
} as const satisfies Record<keyof Order, Shown>;

type Fields = typeof ORDER_FIELDS;
type Names<Surface extends 'mcp' | 'rest'> = Fields[keyof Fields][Surface][number];

type Outermost<Name> = Name extends `${infer Group}.${string}` ? Group : Name;
type Inside<Group extends string, Name> = Name extends `${Group}.${infer Member}` ? Member : never;

/** The members of a tool's order details; all are required. */
export type McpOrder = Record<Outermost<Names<'mcp'>>, unknown>;
export type McpOrderGroup<Group extends string> = Record<Inside<Group, Names<'mcp'>>, unknown>;

/** The members of an order of the REST API; all are required. */
export type RestOrder<Member = unknown> = Record<Names<'rest'>, Member>;

/** The fields that have a line in the card "Details". */
export type OrderDetail = {
  [F in keyof Fields]: Fields[F]['page'] extends 'details' ? F : never;
}[keyof Fields];
