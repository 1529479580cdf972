import type { Order, StoreContent } from '../order';

/** What of an order a store brings and people may edit here. */
export function contentOf(order: Order): StoreContent {
  const { recipient, items, weightOz, note } = order;
  const { subtotalCents, shippingCents, taxCents, discountCents, totalCents } = order;
  return {
    recipient,
    goods: {
      items: items.map(({ itemId: _, ...line }) => line),
      subtotalCents,
      shippingCents,
      taxCents,
      discountCents,
      totalCents,
    },
    ...(weightOz === undefined ? {} : { weightOz }),
    note,
  };
}

export interface Merged {
  fields: Partial<Order>;
  /** What the store changed and people have edited here. */
  kept: ('goods' | 'recipient')[];
}

/**
 * What a store's change brings to an order: each part that nobody has edited since the store last brought it. What was
 * edited here stays. An order from before that was remembered is taken for edited, unless it never changed at all.
 */
export function mergeFromStore(current: Order, draft: Order): Merged {
  const brought = current.source?.taken ?? (current.version === 1 ? contentOf(current) : undefined);
  const [now, next] = [contentOf(current), contentOf(draft)];
  const before = brought ?? now;
  const edited = (part: 'goods' | 'note' | 'weightOz') => !brought || !same(now[part], brought[part]);
  const fields: Partial<Order> = {};
  const kept: Merged['kept'] = [];

  if (!same(next.goods, before.goods)) {
    if (edited('goods')) kept.push('goods');
    else Object.assign(fields, next.goods, { items: draft.items });
  }
  if (!same(next.recipient, before.recipient)) {
    if (current.shippingAddress) kept.push('recipient');
    else {
      const addressVersion = current.addressVersion + 1;
      Object.assign(fields, { recipient: next.recipient, addressCheck: undefined, addressVersion });
    }
  }
  if (!same(next.note, before.note) && !edited('note')) fields.note = next.note;
  if (next.weightOz !== undefined && !edited('weightOz')) fields.weightOz = next.weightOz;
  return { fields, kept };
}

const same = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** One text for equal values: members by name, and one that is undefined is not there, as when it is stored. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
