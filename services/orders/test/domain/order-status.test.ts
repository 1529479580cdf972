import fc from 'fast-check';
import {
  allows,
  isLive,
  isStatus,
  nextStatuses,
  type OrderStatus,
  STATUS_NAMES,
  statusLabel,
  transition,
} from '../../src/domain/order-status';

/** The table of the specification, copied word for word. */
const LABELS: Record<OrderStatus, string> = {
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
};

/** All transitions: `from: to by trigger, …`. A transition that is not listed here is refused. */
const TRANSITIONS = `
MissingEmail_InvoiceDraft: InvoiceDraft by email_added, WaitingForMerge by merge_started, Deleted by canceled
InvoiceDraft: MissingEmail_InvoiceDraft by email_removed, WaitingForPayment by invoice_sent, ChooseShipping by paid, WaitingForMerge by merge_started, Deleted by canceled
WaitingForPayment: BackOrdered by stock_missing, ChooseShipping by paid, WaitingForMerge by merge_started, Deleted by canceled
BackOrderedLiveSelling: WaitingForPayment by invoice_sent, BackOrdered by stock_missing, ChooseShipping by stock_arrived, Deleted by canceled
BackOrdered: WaitingForPayment by invoice_sent, ChooseShipping by stock_arrived, InTransit by fulfilled_elsewhere, Refunded by refunded, Deleted by canceled
ChooseShipping: BackOrdered by stock_missing, PrintLabel by label_purchased, InTransit by fulfilled_elsewhere, Refunded by refunded, WaitingForMerge by merge_started, Deleted by canceled
LabelRefunded: ChooseShipping by reopened, PrintLabel by label_purchased, InTransit by fulfilled_elsewhere, Refunded by refunded, Deleted by canceled
PrintLabel: ChooseShipping by label_voided, LabelRefunded by label_refunded_by_carrier, LabelPrinted by label_printed, InTransit by scanned, DeliveryFailure by scanned, DeliveryFailureWait by scanned, ReturnedToSender by scanned, Delivered by scanned, Deleted by canceled
LabelPrinted: ChooseShipping by label_voided, LabelRefunded by label_refunded_by_carrier, WaitingForPickup by pickup_scheduled, InTransit by scanned, DeliveryFailure by scanned, DeliveryFailureWait by scanned, ReturnedToSender by scanned, Delivered by scanned, Deleted by canceled
WaitingForPickup: ChooseShipping by label_voided, LabelRefunded by label_refunded_by_carrier, LabelPrinted by pickup_canceled, InTransit by scanned, DeliveryFailure by scanned, DeliveryFailureWait by scanned, ReturnedToSender by scanned, Delivered by scanned, Deleted by canceled
InTransit: DeliveryFailure by scanned, DeliveryFailureWait by scanned, ReturnedToSender by scanned, Delivered by scanned, Refunded by refunded, ChooseShipping by reopened_in_store
DeliveryFailure: InTransit by scanned, DeliveryFailureWait by scanned, ReturnedToSender by scanned, Delivered by scanned, WaitingForReturn by return_label_purchased, Refunded by refunded
ReturnedToSender: ReturnReceived by return_received, Refunded by refunded
DeliveryFailureWait: ReturnedToSender by scanned, Delivered by scanned, ReturnReceived by return_received, Refunded by refunded
Delivered: PrintReturnLabel by return_requested, WaitingForReturn by return_label_purchased, Refunded by refunded
PrintReturnLabel: Delivered by return_withdrawn, DeliveryFailure by return_withdrawn, WaitingForReturn by return_label_purchased, Refunded by refunded
ReturnLabelRefunded: Delivered by return_withdrawn, DeliveryFailure by return_withdrawn, WaitingForReturn by return_label_purchased, Refunded by refunded
WaitingForReturn: ReturnLabelRefunded by return_label_voided, ReturnInTransit by scanned, ReturnDelivered by scanned, ReturnReceived by return_received
ReturnInTransit: ReturnDelivered by scanned, ReturnReceived by return_received
ReturnDelivered: ReturnReceived by return_received
ReturnReceived: ReturnComplete by return_completed, Refunded by refunded
ReturnComplete: Refunded by refunded
WaitingForMerge: ChooseShipping by merge_abandoned, Merged by merged, Deleted by canceled
Deleted: ChooseShipping by reopened_in_store
`;

const WRITTEN = new Map(
  TRANSITIONS.trim()
    .split('\n')
    .flatMap((line) => {
      const [from, targets] = line.split(': ') as [string, string];
      return targets.split(', ').map((target) => {
        const [to, trigger] = target.split(' by ') as [string, string];
        return [`${from} → ${to}`, trigger] as const;
      });
    }),
);

/**
 * The statuses that a new order may have. `create_order` gives an order the first of them. Orders from sales platforms
 * may have any of them.
 */
const ENTRY_STATUSES: readonly OrderStatus[] = [
  'ChooseShipping',
  'MissingEmail_InvoiceDraft',
  'InvoiceDraft',
  'WaitingForPayment',
  'BackOrderedLiveSelling',
  'BackOrdered',
];

describe('the status machine', () => {
  it('has the 26 names of the specification, in the same order, with their labels', () => {
    expect(STATUS_NAMES).toEqual(Object.keys(LABELS));
    expect(STATUS_NAMES).toHaveLength(26);
    expect(Object.fromEntries(STATUS_NAMES.map((name) => [name, statusLabel(name)]))).toEqual(LABELS);
  });

  it.each([...WRITTEN])('%s is caused by %s', (edge, trigger) => {
    const [from, to] = edge.split(' → ') as [OrderStatus, OrderStatus];
    expect(transition(from, to)).toBe(trigger);
  });

  it('refuses every other pair of statuses', () => {
    const any = fc.constantFrom(...STATUS_NAMES);
    fc.assert(
      fc.property(any, any, (from, to) => {
        expect(transition(from, to)).toBe(WRITTEN.get(`${from} → ${to}`));
      }),
      { numRuns: 5_000 },
    );
    expect(STATUS_NAMES.flatMap((from) => nextStatuses(from))).toHaveLength(WRITTEN.size);
  });

  it('moves only to known statuses, and never to the same status', () => {
    for (const from of STATUS_NAMES) {
      for (const to of nextStatuses(from)) {
        expect(isStatus(to)).toBe(true);
        expect(to).not.toBe(from);
      }
    }
  });

  it('reaches every status from a first status', () => {
    const reached = new Set<OrderStatus>(ENTRY_STATUSES);
    for (const status of reached) for (const next of nextStatuses(status)) reached.add(next);
    expect(STATUS_NAMES.filter((status) => !reached.has(status))).toEqual([]);
  });

  it('moves a merged or refunded order nowhere, and a canceled order only by its store', () => {
    for (const end of ['Merged', 'Refunded'] as const) expect(nextStatuses(end)).toEqual([]);
    expect(nextStatuses('Deleted').map((to) => transition('Deleted', to))).toEqual(['reopened_in_store']);
  });

  it('moves an order only by the cause in the table', () => {
    expect(allows('ChooseShipping', 'PrintLabel', 'label_purchased')).toBe(true);
    expect(allows('ChooseShipping', 'PrintLabel', 'scanned')).toBe(false);
    expect(allows('Delivered', 'InTransit', 'scanned')).toBe(false);
  });

  it('treats all orders as active except canceled and merged ones', () => {
    expect(STATUS_NAMES.filter((status) => !isLive(status))).toEqual(['Merged', 'Deleted']);
  });

  it.each(['', 'active', 'chooseshipping', 'Canceled', 'toString', '__proto__', 'constructor'])(
    'does not know the status "%s"',
    (name) => {
      expect(isStatus(name)).toBe(false);
    },
  );
});
