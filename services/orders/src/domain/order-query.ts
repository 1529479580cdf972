import type { FindOrdersRequest, ListOrdersRequest } from '@parcelyard/contracts/orders';
import {
  addDays,
  type CalendarDate,
  parseCalendarDate,
} from '@parcelyard/service-kit/calendar/calendar-date';
import { startOfDay } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { isLive, isStatus, type OrderStatus, STATUS_NAMES } from './order-status';
import { invalid, problem } from './problem';
import { MAX_SEARCH_LENGTH, searchPrefixes } from './search-words';

/** Which orders a list shows: those with one status, all except canceled and merged ones (`active`), or all (`any`). */
export type OrderFilter = OrderStatus | 'active' | 'any';

type Counts = Readonly<Partial<Record<OrderStatus, number>>>;

/**
 * @param unlessGiven the filter to return when the text is empty
 * @throws DomainError `invalid_argument` listing the accepted names
 */
export function parseOrderFilter(text: string, unlessGiven: OrderFilter = 'ChooseShipping'): OrderFilter {
  if (text === '') return unlessGiven;
  if (text === 'active' || isStatus(text)) return text;
  throw invalid(problem('status', 'status_filter_unknown', { names: STATUS_NAMES, got: text }));
}

/** Returns how many orders the filter shows, from the count of each status. */
export function countMatching(filter: OrderFilter, counts: Counts): number {
  if (filter !== 'active' && filter !== 'any') return counts[filter] ?? 0;
  return STATUS_NAMES.filter((status) => filter === 'any' || isLive(status)).reduce(
    (sum, status) => sum + (counts[status] ?? 0),
    0,
  );
}

/** What an order list is searched for, apart from the status. */
export interface OrderSearch {
  /**
   * Prefixes of words. An order matches a prefix when one of its `searchWords` begins with it. If no order matches the
   * first prefix, the next prefix is tried.
   */
  readonly prefixes?: readonly string[];
  /**
   * The customers whose e-mail is the searched text. Their orders also match, because an order without its own e-mail
   * shows its customer's e-mail.
   */
  readonly emailOwners?: readonly number[];
  /** `from` is the first moment of the period, and `before` is the first moment after it. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly oldestFirst?: boolean;
}

/** Returns whether an order of this status and date matches the filter and the dates of a search. */
export function isShown(
  { status, date }: { status: OrderStatus; date: Date },
  filter: OrderFilter,
  { from, before }: OrderSearch,
): boolean {
  if (filter === 'active' ? !isLive(status) : filter !== 'any' && filter !== status) return false;
  return !(from && date < from) && !(before && date >= before);
}

/**
 * Returns the requested search. A day of the search begins at midnight in `timeZone`. The result is empty when nothing
 * is searched for.
 * @throws DomainError `invalid_argument` for an invalid day, a period that ends before it begins, or a long text
 */
export function parseOrderSearch(
  query: ListOrdersRequest['search'],
  timeZone = DEFAULT_TIME_ZONE,
): OrderSearch {
  const text = (query?.text ?? '').trim();
  if (text.length > MAX_SEARCH_LENGTH) {
    throw invalid(problem('text', 'field_text_too_long', { max: MAX_SEARCH_LENGTH }));
  }
  const from = parseDay('from', query?.from ?? '');
  const to = parseDay('to', query?.to ?? '');
  if (from && to && from > to) {
    throw invalid(problem('from', 'from_after_to', { from: query?.from ?? '', to: query?.to ?? '' }));
  }
  return {
    from: from && startOfDay(from, timeZone),
    before: to && startOfDay(addDays(to, 1), timeZone),
    ...(text === '' ? {} : { prefixes: searchPrefixes(text) }),
  };
}

function parseDay(field: string, text: string): CalendarDate | undefined {
  if (text === '') return undefined;
  const day = parseCalendarDate(text);
  if (day) return day;
  throw invalid(problem(field, 'field_not_a_day', { got: text }));
}

/** Conditions for orders, with checked statuses. An absent condition is not applied. */
export interface OrderQuery extends Omit<FindOrdersRequest, 'accountId' | 'page' | 'cursor'> {
  statuses: OrderStatus[];
  /**
   * The customers with the requested e-mail. Their orders also match, because an order without its own e-mail shows its
   * customer's e-mail.
   */
  emailOwners?: readonly number[];
}

/** @throws DomainError `invalid_argument` for an unknown status */
export function toStatuses(names: readonly string[]): OrderStatus[] {
  return names.map((name) => {
    if (isStatus(name)) return name;
    throw invalid(problem('status', 'status_name_unknown', { got: name }));
  });
}

/**
 * Returns how many orders match. Undefined when this number cannot be computed from the number of orders in each
 * status.
 */
export function countFound(
  { statuses, liveOnly, emailOwners: _, ...narrowing }: OrderQuery,
  counts: Counts,
): number | undefined {
  if (Object.values(narrowing).some((given) => given !== undefined)) return undefined;
  return (statuses.length > 0 ? statuses : STATUS_NAMES)
    .filter((status) => !liveOnly || isLive(status))
    .reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

/** Where to continue a long list of orders: after this order. */
export interface OrderPosition {
  at: Date;
  orderId: number;
}

/** True for a list of changes, which begins with the oldest change. Any other list begins with the newest order. */
export const walksByChange = ({ updatedFrom }: OrderQuery): boolean => updatedFrom !== undefined;
