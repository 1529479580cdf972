import type { Address } from '@parcelyard/contracts/common';
import { BLANK_ADDRESS } from '@parcelyard/service-kit/addresses/blank-address';
import { fieldsWhere, type Order, type OrderSource } from '../order';
import type { FieldsWhere } from '../order-fields';
import { boughtLabels } from '../order-label';
import { allows } from '../order-status';

/** How long accounting records must be stored. Labels are such records. */
const BOOKKEEPING_YEARS = 7;
export const LONGEST_KEPT_MS = BOOKKEEPING_YEARS * 366 * 86_400_000;
const PURCHASE_MS = 3_600_000;

/** Returns when an order's personal data may be removed; undefined when the data may be removed now. */
export function keptUntil(order: Order, now: Date): Date | undefined {
  // While a purchase is running, nobody knows whether the order will have a label. A purchase ends within minutes.
  if (order.lockedBy !== undefined) return new Date(now.getTime() + PURCHASE_MS);
  const newest = boughtLabels(order).at(-1)?.purchasedAt;
  if (!newest) return undefined;
  const until = new Date(newest);
  until.setUTCFullYear(until.getUTCFullYear() + BOOKKEEPING_YEARS);
  return until > now ? until : undefined;
}

/**
 * Returns the changes that remove an order's personal data. Reports still need state and country, and accounting needs
 * goods and amounts, so these stay. Nobody can ship the order any more, so an open order is canceled. Returns undefined
 * when the data were removed before.
 */
export function redactOrder(order: Order): Partial<Order> | undefined {
  if (order.recipient.name === REDACTED) return undefined;
  const { state, country } = order.shippingAddress ?? order.recipient;
  const cancels = allows(order.status, 'Deleted', 'canceled') ? { status: 'Deleted' as const } : {};
  const rewritten = {
    recipient: { ...NOBODY, state, country },
    customerId: 0,
    note: '',
    source: order.source && withoutContent(order.source),
  } satisfies Pick<Order, Exclude<Removed, Removable> | 'source'>;
  return { ...WITHOUT, ...rewritten, addressVersion: order.addressVersion + 1, ...cancels };
}

/** The fields that are removed. `redactOrder` itself replaces the fields that every order must have. */
type Removed = FieldsWhere<{ erasure: 'removed' }>;
type Removable = { [F in Removed]: undefined extends Order[F] ? F : never }[Removed];

const WITHOUT = Object.fromEntries(
  fieldsWhere<{ erasure: 'removed' }>(({ erasure }) => erasure === 'removed').map((name) => [
    name,
    undefined,
  ]),
) as Record<Removable, undefined>;

/** Without these fields, no later report of the store can make the order ready to ship again. */
const withoutContent = ({ taken: _, moved: __, ...source }: OrderSource): OrderSource => source;

const REDACTED = 'Redacted';

const NOBODY: Address = { ...BLANK_ADDRESS, name: REDACTED, lastName: REDACTED };
