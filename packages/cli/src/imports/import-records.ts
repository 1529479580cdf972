import type { Address } from '@parcelyard/contracts/common';
import type { Customer } from '@parcelyard/contracts/customers';
import type { ImportedOrder, OrderItem, Product } from '@parcelyard/contracts/orders';
import { UsageError } from '../arguments';
import type { RecordReader } from './record-reader';

/** Returns an order of an import file. Amounts are in dollars; the orders service fills in absent fields. */
export function toOrder(record: RecordReader): ImportedOrder {
  // Some systems store the recipient directly on the order.
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

/** Returns a product of an import file; active by default. */
export function toProduct(record: RecordReader): Product {
  const name = record.text('name');
  if (!name?.trim()) throw new UsageError(`${record.path}.name is required.`);
  const catalog = record.text('catalog', 'catalogue', 'catalog_label', 'catalogue_label');
  const inactive = record.flag('inactive');
  return {
    productId: 0,
    name,
    ...(catalog === undefined ? {} : { catalog }),
    description: record.text('description') ?? '',
    priceCents: record.cents('price') ?? 0,
    active: record.flag('active') ?? !(inactive ?? false),
  };
}

/** Returns a person of an import file's address book; subscribed by default. */
export function toCustomer(accountId: number, record: RecordReader): Customer {
  const { name, firstName, lastName, street1, street2, street3, ...rest } = toAddress(record);
  const [first = '', ...last] = name.split(' ');
  return {
    ...rest,
    accountId,
    customerId: 0,
    firstName: firstName || (lastName ? '' : first),
    lastName: lastName || (firstName ? '' : last.join(' ')),
    address1: street1,
    address2: street2,
    address3: street3,
    subscribed: record.flag('subscribed') ?? true,
    createdAt: record.date('created_at'),
  };
}

/** Returns a person's address. The name stays as written, even a placeholder. */
function toAddress(record: RecordReader): Address {
  const firstName = record.text('first_name') ?? '';
  const lastName = record.text('last_name') ?? '';
  return {
    name: record.text('name') ?? `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    company: record.text('company') ?? '',
    street1: record.text('street1', 'address1', 'street') ?? '',
    street2: record.text('street2', 'address2') ?? '',
    street3: record.text('street3', 'address3') ?? '',
    city: record.text('city') ?? '',
    state: record.text('state') ?? '',
    zip: record.text('zip', 'postal_code') ?? '',
    country: record.text('country') ?? '',
    phone: record.text('phone') ?? '',
    email: record.text('email') ?? '',
  };
}

function optional<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
