import { DomainError } from '@parcelyard/service-kit/domain-error';

/** Two orders of an account cannot have the same invoice number, except canceled and merged orders. */
export const invoiceNumberTaken = (invoiceNumber: string, order = '') =>
  new DomainError(
    'already_exists',
    'invoice_number_taken',
    { invoiceNumber },
    { field: `${order}invoice_number` },
  );

/**
 * True when both orders have an invoice number and the numbers differ. `existing` is the order that already has the
 * external id.
 */
export const contradicts = (
  existing: Numbered,
  { invoiceNumber }: Pick<Numbered, 'invoiceNumber'>,
): existing is Numbered & { invoiceNumber: string } =>
  invoiceNumber !== undefined &&
  existing.invoiceNumber !== undefined &&
  existing.invoiceNumber !== invoiceNumber;

export const externalIdTaken = (externalOrderId: string, invoiceNumber: string, order = '') =>
  new DomainError(
    'already_exists',
    'external_order_id_taken',
    { externalOrderId, invoiceNumber },
    { field: `${order}external_order_id` },
  );

/**
 * Refuses a call in which two orders that have invoice numbers have the same external id.
 * @throws DomainError `already_exists`
 */
export function refuseRepeatedExternalIds(orders: readonly Numbered[]): void {
  const seen = new Set<string>();
  for (const [index, { externalOrderId, invoiceNumber }] of orders.entries()) {
    if (externalOrderId === undefined || invoiceNumber === undefined) continue;
    if (seen.has(externalOrderId)) {
      const field = `orders[${index}].external_order_id`;
      throw new DomainError('already_exists', 'external_order_id_repeated', { externalOrderId }, { field });
    }
    seen.add(externalOrderId);
  }
}

interface Numbered {
  invoiceNumber?: string | undefined;
  externalOrderId?: string | undefined;
}

/**
 * Returns the position of the first order whose invoice number is taken, by a stored order or by an earlier order of
 * the call.
 * @param claimed the numbers of stored orders
 */
export function firstTaken(orders: readonly Numbered[], claimed: ReadonlySet<string>): number {
  const seen = new Set<string>();
  return orders.findIndex(({ invoiceNumber }) => {
    if (invoiceNumber === undefined) return false;
    const taken = claimed.has(invoiceNumber) || seen.has(invoiceNumber);
    seen.add(invoiceNumber);
    return taken;
  });
}
