import { DomainError } from '@parcelyard/service-kit/domain-error';

/** An invoice number names one order of the account that is neither canceled nor merged. */
export const invoiceNumberTaken = (invoiceNumber: string, order = ''): DomainError =>
  DomainError.text('already_exists', `An order with invoice number ${invoiceNumber} exists already.`, {
    field: `${order}invoice_number`,
  });

interface Numbered {
  invoiceNumber?: string | undefined;
  externalOrderId?: string | undefined;
}

/**
 * The first of the orders whose invoice number a live order has, or one before it in the same call. Two that carry one
 * external id are one order.
 * @param claimed numbers that live orders have
 */
export function firstTaken(orders: readonly Numbered[], claimed: ReadonlySet<string>): number {
  const seen = new Map<string, string | undefined>();
  return orders.findIndex(({ invoiceNumber, externalOrderId }) => {
    if (invoiceNumber === undefined) return false;
    if (claimed.has(invoiceNumber)) return true;
    const repeated = seen.has(invoiceNumber);
    const same = externalOrderId !== undefined && seen.get(invoiceNumber) === externalOrderId;
    seen.set(invoiceNumber, externalOrderId);
    return repeated && !same;
  });
}
