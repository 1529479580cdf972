/**
 * Status names, which filters accept, and their labels, which results show. Two statuses can have the same label.
 * @see [MCP-O2]
 */
export const ORDER_STATUS_LABELS = {
  MissingEmail_InvoiceDraft: 'Missing Email',
  InvoiceDraft: 'Invoice draft',
  WaitingForPayment: 'Waiting for payment',
  BackOrderedLiveSelling: 'Requested Order',
  BackOrdered: 'Back Ordered',
  ChooseShipping: 'Ready to ship',
  LabelRefunded: 'Label Refunded',
  PrintLabel: 'Label purchased',
  LabelPrinted: 'Label printed',
  WaitingForPickup: 'Waiting for pickup',
  InTransit: 'In transit',
  DeliveryFailure: 'Delivery failure',
  ReturnedToSender: 'Returned to sender',
  DeliveryFailureWait: 'Waiting for return',
  Delivered: 'Delivered',
  PrintReturnLabel: 'Purchase return label',
  ReturnLabelRefunded: 'Return label refunded',
  WaitingForReturn: 'Waiting for return',
  ReturnInTransit: 'Return in transit',
  ReturnDelivered: 'Return delivered',
  ReturnReceived: 'Return received',
  ReturnComplete: 'Return complete',
  Refunded: 'Refunded',
  WaitingForMerge: 'Merge in progress',
  Merged: 'Merged',
  Deleted: 'Canceled',
} as const satisfies Record<string, string>;

const labels = new Map<string, string>(Object.entries(ORDER_STATUS_LABELS));

/**
 * Returns the label of a status. A status that this version does not know, because the orders service is newer, is
 * shown by its name.
 */
export const orderStatusLabel = (status: string): string => labels.get(status) ?? status;
