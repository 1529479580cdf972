import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Order } from './order';

/** What narrows a list of orders beside their status. */
export interface OrderSearch {
  /** Any part of what `searchText` holds; empty: anything. */
  readonly text: string;
  /** The first moment, and the first one past the end. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

interface Wish {
  text: string;
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const LONGEST = 100;

/**
 * What is asked for, or undefined when it narrows nothing.
 * @throws DomainError `invalid_argument` for what is no calendar day, a span that ends before it begins, or a long text
 */
export function parseOrderSearch(wish: Wish | undefined): OrderSearch | undefined {
  const text = folded(wish?.text ?? '');
  if (text.length > LONGEST) throw invalid('text', `must have at most ${LONGEST} characters`);
  const from = dayOf('from', wish?.from ?? '');
  const to = dayOf('to', wish?.to ?? '');
  if (from && to && from > to) throw invalid('from', `must not be after to (${wish?.to}); got ${wish?.from}`);
  if (text === '' && !from && !to) return undefined;
  return { text, from, before: to && new Date(to.getTime() + DAY_MS) };
}

/** Everything that a search looks through, in one spelling. */
export function searchText(order: Order): string {
  const {
    orderNumber,
    recipient,
    shippingAddress,
    trackingNumber,
    externalOrderId,
    externalOrderNumber,
    invoiceNumber,
  } = order;
  const people = [shippingAddress, recipient].flatMap((one) => [one?.name, one?.company, one?.email]);
  const all = [orderNumber, ...people, trackingNumber, externalOrderId, externalOrderNumber, invoiceNumber];
  return [...new Set(all.map((part) => folded(part ?? '')))].filter((part) => part !== '').join('\n');
}

const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

function dayOf(field: string, text: string): Date | undefined {
  if (text === '') return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  if (isDay && day.toISOString().startsWith(text)) return day;
  throw invalid(field, `must be a calendar date as YYYY-MM-DD; got "${text}"`);
}

const invalid = (field: string, rule: string) =>
  DomainError.text('invalid_argument', `${field} ${rule}.`, { field });
