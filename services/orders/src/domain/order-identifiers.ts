import { DomainError } from '@parcelyard/service-kit/domain-error';

/** An invoice number belongs to one order of the account that is neither canceled nor merged. */
export const invoiceNumberTaken = (invoiceNumber: string, order = '') =>
  new DomainError(
    'already_exists',
    'invoice_number_taken',
    { invoiceNumber },
    { field: `${order}invoice_number` },
  );

/** The error when the order with this external id has another invoice number than the caller gave. */
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
 * Callers identify orders by invoice numbers, so one external id must not stand for two invoice numbers.
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
 * Index of the first order with a taken invoice number. A live order, or an earlier order of the call, has that number.
 * @param claimed numbers that live orders have
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
