import type { LineRef, NewItem, OrderItem, Product } from '@parcelyard/contracts/orders';
import { costProblems, type ItemLine, productKey, skuKey, toLines } from './items';
import { invalid, problem, refuseProblems } from './problem';

/** The most lines of an order, the most units of a line, and the most lines that an error message names. */
const MAX_LINES = 500;
const MAX_QUANTITY = 100_000;
const MAX_NAMED = 10;

/** Products by the key of their item code. */
export type ProductsBySku = ReadonlyMap<string, Pick<Product, 'name' | 'priceCents'>>;

export interface LineChanges {
  readonly added: readonly NewItem[];
  readonly removed: readonly LineRef[];
}

export interface ChangedLines {
  /** Lines that were already in the order have their id. */
  lines: (ItemLine & Partial<Pick<OrderItem, 'itemId'>>)[];
  /** Added items that became new lines. They are also added to the products. */
  fresh: NewItem[];
}

/**
 * Returns the lines of an order after some lines are removed and then others are added.
 * @throws DomainError `invalid_argument` for a line that is not in the order, and for an item code that no product has
 */
export function changedLines(
  before: readonly OrderItem[],
  { added, removed }: LineChanges,
  bySku: ProductsBySku,
): ChangedLines {
  const kept = removed.reduce<OrderItem[]>((lines, ref, index) => without(lines, ref, index), [...before]);
  const changed: ChangedLines = { lines: kept, fresh: [] };
  added.forEach((item, index) => {
    add(changed, item, index, bySku);
  });
  const { lines } = changed;
  if (lines.length > MAX_LINES) {
    throw invalid(problem('add_items', 'order_has_too_many_lines', { max: MAX_LINES, got: lines.length }));
  }
  refuseProblems(costProblems(lines, 'add_items'));
  return changed;
}

function without(lines: readonly OrderItem[], ref: LineRef, index: number): OrderItem[] {
  const place = `remove_items[${index}]`;
  const has = lines.filter((line) => isLine(line, ref)).reduce((sum, { quantity }) => sum + quantity, 0);
  const item = ref.sku?.trim() || ref.name.trim();
  if (item === '') throw invalid(problem(`${place}.sku`, 'field_required', {}));
  if (has === 0) throw invalid(problem(place, 'line_not_there', { item, lines: namesOf(lines) }));
  let left = ref.quantity ?? has;
  if (left < 1) throw invalid(problem(`${place}.quantity`, 'field_not_counting', { got: left }));
  if (left > has) throw invalid(problem(`${place}.quantity`, 'line_has_fewer', { item, has, got: left }));
  return lines.flatMap((line) => {
    if (!isLine(line, ref)) return line;
    const taken = Math.min(left, line.quantity);
    left -= taken;
    return taken === line.quantity ? [] : { ...line, quantity: line.quantity - taken };
  });
}

const namesOf = (lines: readonly OrderItem[]): string[] =>
  lines.slice(0, MAX_NAMED).map(({ sku, name }) => sku || name);

function add({ lines, fresh }: ChangedLines, item: NewItem, index: number, bySku: ProductsBySku): void {
  const at = lines.findIndex(
    (line) => isLine(line, item) && (item.priceCents === undefined || item.priceCents === line.priceCents),
  );
  const line = lines[at];
  if (!line) {
    const named = productKey(item.name) === '' ? ofProduct(item, index, bySku) : item;
    fresh.push(named);
    lines.push(...toLines([named]));
    return;
  }
  const quantity = line.quantity + item.quantity;
  if (quantity > MAX_QUANTITY) {
    const params = { min: 1, max: MAX_QUANTITY - line.quantity, got: item.quantity };
    throw invalid(problem(`add_items[${index}].quantity`, 'field_outside', params));
  }
  lines[at] = { ...line, quantity };
}

function ofProduct(item: NewItem, index: number, bySku: ProductsBySku): NewItem {
  const { sku = '', priceCents } = item;
  const product = bySku.get(skuKey(sku));
  if (!product) throw invalid(problem(`add_items[${index}].sku`, 'sku_unknown', { sku }));
  return { ...item, name: product.name, priceCents: priceCents ?? product.priceCents };
}

/** True when the request refers to this line. If the request has an item code, codes are compared; otherwise names. */
function isLine(line: Pick<ItemLine, 'name' | 'sku'>, { name, sku }: Pick<LineRef, 'name' | 'sku'>): boolean {
  return sku?.trim()
    ? skuKey(line.sku || line.name) === skuKey(sku)
    : productKey(line.name) === productKey(name);
}
