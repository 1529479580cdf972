import type { ImportedOrder, OrderItem } from '@parcelyard/contracts/orders';
import type { RecordReader } from './record-reader';
import { toAddress } from './to-address';

/** An order of an import file. Amounts are dollars; what is absent is left to the orders service. */
export function toOrder(record: RecordReader): ImportedOrder {
  // Some systems keep the recipient on the order itself.
  const recipient = toAddress(record.record('ship_to', 'recipient') ?? record);
  const shippingAddress = record.record('shipping_address');
  const totals = record.record('totals') ?? record;
  return {
    ...optional({
      externalOrderId: record.text('external_order_id', 'external_id'),
      orderNumber: record.text('order_number'),
      invoiceNumber: record.text('invoice_number'),
      customerId: record.number('customer_id'),
      date: record.date('date', 'order_date', 'created_at'),
      subtotalCents: totals.cents('subtotal'),
      totalCents: totals.cents('total'),
      weightOz: totals.number('weight_oz') ?? record.number('weight_oz'),
      shippingCostCents: record.cents('shipping_cost'),
      trackingNumber: record.text('tracking_number'),
      trackingUrl: record.text('tracking_url'),
      shipDate: record.date('ship_date'),
      inTransitDate: record.date('in_transit_date'),
      deliveredDate: record.date('delivered_date'),
      exceptionDate: record.date('exception_date'),
      exception: record.text('exception'),
    }),
    status: record.text('status', 'state_name') ?? '',
    recipient,
    ...(shippingAddress ? { shippingAddress: toAddress(shippingAddress) } : {}),
    items: record.list('items').map(toItem),
    shippingCents: totals.cents('shipping') ?? 0,
    taxCents: totals.cents('tax') ?? 0,
    handlingCents: totals.cents('handling') ?? 0,
    discountCents: totals.cents('discount') ?? 0,
    note: record.text('note') ?? '',
  };
}

function toItem(record: RecordReader): OrderItem {
  return {
    itemId: 0,
    name: record.text('name', 'sku') ?? '',
    quantity: record.number('quantity') ?? 1,
    priceCents: record.cents('price') ?? 0,
    ...optional({
      sku: record.text('sku'),
      upc: record.text('upc'),
      notes: record.text('notes'),
      hsCode: record.text('hs_code'),
      originCountry: record.text('origin_country'),
    }),
  };
}

function optional<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
