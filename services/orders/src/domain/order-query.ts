import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isLive, isStatus, type OrderStatus, STATUS_NAMES } from './order-status';

/** What orders have in common; what is absent does not matter. */
export interface OrderQuery {
  /** Empty: every status. */
  statuses: readonly OrderStatus[];
  /** Neither canceled nor merged. */
  liveOnly: boolean;
  /** The order's date, `from` included, `to` not. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Of where it ships, in any case. */
  email?: string | undefined;
  invoiceNumber?: string | undefined;
}

/** @throws DomainError `invalid_argument` for a status that there is not */
export function toStatuses(names: readonly string[]): OrderStatus[] {
  return names.map((name) => {
    if (isStatus(name)) return name;
    throw DomainError.text('invalid_argument', `status must be a status name; it was "${name}".`, {
      field: 'status',
    });
  });
}

/** How many orders there are, from how many each status has; undefined when that does not tell. */
export function countFound(
  { statuses, liveOnly, from, to, email, invoiceNumber }: OrderQuery,
  counts: Readonly<Partial<Record<OrderStatus, number>>>,
): number | undefined {
  if ([from, to, email, invoiceNumber].some((given) => given !== undefined)) return undefined;
  return (statuses.length > 0 ? statuses : STATUS_NAMES)
    .filter((status) => !liveOnly || isLive(status))
    .reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}
