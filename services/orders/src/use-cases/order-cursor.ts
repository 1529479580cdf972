import { createHash } from 'node:crypto';
import type { OrderPosition, OrderQuery } from '../domain/order-query';
import { invalid, problem } from '../domain/problem';

/** Returns the text with which the caller gets the next page. It is valid only with the same filters. */
export const orderCursor = (query: OrderQuery, { at, orderId }: OrderPosition): string =>
  Buffer.from(`${fingerprint(query)}.${at.getTime()}.${orderId}`).toString('base64url');

/**
 * @returns undefined for the first page
 * @throws DomainError `invalid_argument` with field `cursor`
 */
export function readOrderCursor(query: OrderQuery, cursor: string): OrderPosition | undefined {
  if (cursor === '') return undefined;
  const [filters, at, orderId, ...more] = Buffer.from(cursor, 'base64url').toString().split('.');
  const position = { at: new Date(Number(at)), orderId: Number(orderId) };
  // A cursor that somebody made up differs from the cursor that we write for the same position, so it is refused.
  if (more.length > 0 || !isMoment(position.at) || orderCursor(query, position) !== cursor) {
    const isOurs = filters?.length === FINGERPRINT_LENGTH && isMoment(position.at) && orderId !== undefined;
    throw invalid(problem('cursor', isOurs ? 'cursor_of_other_filters' : 'cursor_not_intact', {}));
  }
  return position;
}

const isMoment = (at: Date): boolean => !Number.isNaN(at.getTime());

const FINGERPRINT_LENGTH = 8;

/** Returns a text for the filters of a list. A cursor is refused when it was made for other filters. */
function fingerprint({
  statuses,
  liveOnly,
  from,
  to,
  email,
  invoiceNumber,
  externalOrderId,
  updatedFrom,
}: OrderQuery) {
  const filters = [statuses, liveOnly, from, to, email, invoiceNumber, externalOrderId, updatedFrom];
  const text = JSON.stringify(filters.map((filter) => filter ?? null));
  return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}
