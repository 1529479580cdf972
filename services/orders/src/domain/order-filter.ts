import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isLive, isStatus, type OrderStatus, STATUS_NAMES } from './order-status';

/** What a list shows: one status, or everything but canceled and merged orders. */
export type OrderFilter = OrderStatus | 'active';

/** @throws DomainError `invalid_argument` listing the accepted names */
export function parseOrderFilter(text: string): OrderFilter {
  if (text === '') return 'ChooseShipping';
  if (text === 'active' || isStatus(text)) return text;
  const names = STATUS_NAMES.join(', ');
  throw DomainError.text(
    'invalid_argument',
    `status must be active or one of these status names: ${names}. It was "${text}".`,
    { field: 'status' },
  );
}

/** How many orders the filter shows, from how many each status has. */
export function countMatching(
  filter: OrderFilter,
  counts: Readonly<Partial<Record<OrderStatus, number>>>,
): number {
  if (filter !== 'active') return counts[filter] ?? 0;
  return STATUS_NAMES.filter(isLive).reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}
