/**
 * The statuses of an order. Each has a label, which is the text that people see, and the possible next statuses with
 * the cause of each change. The table follows the specification's "States and transitions". Filters use the status
 * names, because two statuses have the same label. This file has more than 250 lines, because the table has every
 * transition.
 */
const TABLE = {
  MissingEmail_InvoiceDraft: {
    label: 'Missing Email',
    next: { InvoiceDraft: 'email_added', WaitingForMerge: 'merge_started', Deleted: 'canceled' },
  },
  InvoiceDraft: {
    label: 'Invoice draft',
    next: {
      MissingEmail_InvoiceDraft: 'email_removed',
      WaitingForPayment: 'invoice_sent',
      ChooseShipping: 'paid',
      WaitingForMerge: 'merge_started',
      Deleted: 'canceled',
    },
  },
  WaitingForPayment: {
    label: 'Waiting for payment',
    next: {
      BackOrdered: 'stock_missing',
      ChooseShipping: 'paid',
      WaitingForMerge: 'merge_started',
      Deleted: 'canceled',
    },
  },
  BackOrderedLiveSelling: {
    label: 'Requested Order',
    next: {
      WaitingForPayment: 'invoice_sent',
      BackOrdered: 'stock_missing',
      ChooseShipping: 'stock_arrived',
      Deleted: 'canceled',
    },
  },
  BackOrdered: {
    label: 'Back Ordered',
    next: {
      WaitingForPayment: 'invoice_sent',
      ChooseShipping: 'stock_arrived',
      InTransit: 'fulfilled_elsewhere',
      Refunded: 'refunded',
      Deleted: 'canceled',
    },
  },
  ChooseShipping: {
    label: 'Ready to ship',
    next: {
      BackOrdered: 'stock_missing',
      PrintLabel: 'label_purchased',
      // The store, or somebody for the store, has sent the order. It must not be sent from here again.
      InTransit: 'fulfilled_elsewhere',
      Refunded: 'refunded',
      WaitingForMerge: 'merge_started',
      Deleted: 'canceled',
    },
  },
  LabelRefunded: {
    label: 'Label Refunded',
    next: {
      ChooseShipping: 'reopened',
      PrintLabel: 'label_purchased',
      InTransit: 'fulfilled_elsewhere',
      Refunded: 'refunded',
      Deleted: 'canceled',
    },
  },
  PrintLabel: {
    label: 'Label purchased',
    next: {
      ChooseShipping: 'label_voided',
      LabelRefunded: 'label_refunded_by_carrier',
      LabelPrinted: 'label_printed',
      InTransit: 'scanned',
      DeliveryFailure: 'scanned',
      DeliveryFailureWait: 'scanned',
      ReturnedToSender: 'scanned',
      Delivered: 'scanned',
      Deleted: 'canceled',
    },
  },
  LabelPrinted: {
    label: 'Label printed',
    next: {
      ChooseShipping: 'label_voided',
      LabelRefunded: 'label_refunded_by_carrier',
      WaitingForPickup: 'pickup_scheduled',
      InTransit: 'scanned',
      DeliveryFailure: 'scanned',
      DeliveryFailureWait: 'scanned',
      ReturnedToSender: 'scanned',
      Delivered: 'scanned',
      Deleted: 'canceled',
    },
  },
  WaitingForPickup: {
    label: 'Waiting for pickup',
    next: {
      ChooseShipping: 'label_voided',
      LabelRefunded: 'label_refunded_by_carrier',
      LabelPrinted: 'pickup_canceled',
      InTransit: 'scanned',
      DeliveryFailure: 'scanned',
      DeliveryFailureWait: 'scanned',
      ReturnedToSender: 'scanned',
      Delivered: 'scanned',
      Deleted: 'canceled',
    },
  },
  InTransit: {
    label: 'In transit',
    next: {
      DeliveryFailure: 'scanned',
      DeliveryFailureWait: 'scanned',
      ReturnedToSender: 'scanned',
      Delivered: 'scanned',
      Refunded: 'refunded',
      // The store first reported that the order was sent, and later that it was not. So the order must still be sent.
      ChooseShipping: 'reopened_in_store',
    },
  },
  DeliveryFailure: {
    label: 'Delivery failure',
    next: {
      // After a failed delivery, the carrier tries again.
      InTransit: 'scanned',
      DeliveryFailureWait: 'scanned',
      ReturnedToSender: 'scanned',
      Delivered: 'scanned',
      WaitingForReturn: 'return_label_purchased',
      Refunded: 'refunded',
    },
  },
  ReturnedToSender: {
    label: 'Returned to sender',
    next: { ReturnReceived: 'return_received', Refunded: 'refunded' },
  },
  DeliveryFailureWait: {
    label: 'Waiting for return',
    next: {
      ReturnedToSender: 'scanned',
      Delivered: 'scanned',
      ReturnReceived: 'return_received',
      Refunded: 'refunded',
    },
  },
  Delivered: {
    label: 'Delivered',
    next: {
      PrintReturnLabel: 'return_requested',
      // The return label was bought at once, without a request for the return.
      WaitingForReturn: 'return_label_purchased',
      Refunded: 'refunded',
    },
  },
  PrintReturnLabel: {
    label: 'Purchase return label',
    next: {
      Delivered: 'return_withdrawn',
      DeliveryFailure: 'return_withdrawn',
      WaitingForReturn: 'return_label_purchased',
      Refunded: 'refunded',
    },
  },
  ReturnLabelRefunded: {
    label: 'Return label refunded',
    next: {
      Delivered: 'return_withdrawn',
      DeliveryFailure: 'return_withdrawn',
      WaitingForReturn: 'return_label_purchased',
      Refunded: 'refunded',
    },
  },
  WaitingForReturn: {
    label: 'Waiting for return',
    next: {
      ReturnLabelRefunded: 'return_label_voided',
      ReturnInTransit: 'scanned',
      ReturnDelivered: 'scanned',
      ReturnReceived: 'return_received',
    },
  },
  ReturnInTransit: {
    label: 'Return in transit',
    next: { ReturnDelivered: 'scanned', ReturnReceived: 'return_received' },
  },
  ReturnDelivered: { label: 'Return delivered', next: { ReturnReceived: 'return_received' } },
  ReturnReceived: {
    label: 'Return received',
    next: { ReturnComplete: 'return_completed', Refunded: 'refunded' },
  },
  ReturnComplete: { label: 'Return complete', next: { Refunded: 'refunded' } },
  Refunded: { label: 'Refunded', next: {} },
  WaitingForMerge: {
    label: 'Merge in progress',
    next: { ChooseShipping: 'merge_abandoned', Merged: 'merged', Deleted: 'canceled' },
  },
  Merged: { label: 'Merged', next: {} },
  // An order that was canceled here stays canceled. An order that was canceled in its store becomes ready to ship when
  // the store reopens it.
  Deleted: { label: 'Canceled', next: { ChooseShipping: 'reopened_in_store' } },
} as const;

export type OrderStatus = keyof typeof TABLE;

/** The causes of a change of status. */
export type StatusTrigger = {
  [S in OrderStatus]: (typeof TABLE)[S]['next'][keyof (typeof TABLE)[S]['next']];
}[OrderStatus];

interface Row {
  readonly label: string;
  readonly next: Readonly<Partial<Record<OrderStatus, StatusTrigger>>>;
}

const ROWS: Readonly<Record<OrderStatus, Row>> = TABLE;

/** Every status, in the specification's order. */
export const STATUS_NAMES = Object.keys(TABLE) as OrderStatus[];

/**
 * The list filter `active` leaves out orders with these statuses. A new order may have the same external id as one of
 * these orders.
 */
const ENDED_STATUSES: readonly OrderStatus[] = ['Deleted', 'Merged'];

export const isStatus = (name: string): name is OrderStatus => Object.hasOwn(TABLE, name);

export const isLive = (status: OrderStatus): boolean => !ENDED_STATUSES.includes(status);

/** Returns the text that people see. Two statuses may have the same text. */
export const statusLabel = (status: OrderStatus): string => ROWS[status].label;

/** Returns the cause that changes `from` to `to`; undefined when this change is not possible. */
export const transition = (from: OrderStatus, to: OrderStatus): StatusTrigger | undefined =>
  ROWS[from].next[to];

/** True when this cause may move an order from one status to the other. */
export const allows = (from: OrderStatus, to: OrderStatus, trigger: StatusTrigger): boolean =>
  transition(from, to) === trigger;

export const nextStatuses = (from: OrderStatus): OrderStatus[] =>
  Object.keys(ROWS[from].next) as OrderStatus[];
