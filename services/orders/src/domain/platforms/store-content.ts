import { fieldsWhere, type Order, type StoreContent } from '../order';

const changedBy = <P>(part: P) =>
  fieldsWhere<{ store: { changes: P } }>(({ store }) => store?.changes === part);

const GOODS = changedBy('goods' as const);
const ALONE = changedBy('alone' as const);

export function contentOf(order: Order): StoreContent {
  const { recipient } = order;
  const items = order.items.map(({ itemId: _, ...line }) => line);
  const content = { recipient, goods: { ...membersOf(order, GOODS), items }, ...membersOf(order, ALONE) };
  return content as StoreContent;
}

const membersOf = (order: Order, names: readonly (keyof Order)[]) =>
  Object.fromEntries(names.flatMap((name) => (order[name] === undefined ? [] : [[name, order[name]]])));

export interface Merged {
  fields: Partial<Order>;
  /** Parts that the store changed and that people have also edited here. */
  kept: ('goods' | 'recipient')[];
}

/**
 * Returns which fields to change here after the store has changed its order. A part that somebody has edited here stays
 * as it is. After personal data were removed from the order, every part stays as it is.
 */
export function mergeFromStore(current: Order, draft: Order): Merged {
  const brought = current.source?.taken;
  const [now, next] = [contentOf(current), contentOf(draft)];
  const before = brought ?? now;
  const edited = (part: 'goods' | (typeof ALONE)[number]) => !brought || !same(now[part], brought[part]);
  const fields: Partial<Order> = {};
  const kept: Merged['kept'] = [];

  if (!same(next.goods, before.goods)) {
    if (edited('goods')) kept.push('goods');
    else Object.assign(fields, next.goods, { items: draft.items });
  }
  if (!same(next.recipient, before.recipient)) {
    if (current.shippingAddress || !brought) kept.push('recipient');
    else {
      const addressVersion = current.addressVersion + 1;
      Object.assign(fields, { recipient: next.recipient, addressCheck: undefined, addressVersion });
    }
  }
  for (const name of ALONE) {
    const hasChanged = next[name] !== undefined && !same(next[name], before[name]);
    if (hasChanged && !edited(name)) Object.assign(fields, { [name]: next[name] });
  }
  return { fields, kept };
}

const same = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** Returns a text that is the same for equal values. Members are sorted by name, and undefined members are left out. */
const written = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
