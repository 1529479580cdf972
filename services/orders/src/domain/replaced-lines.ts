import type { NewItem, OrderItem } from '@parcelyard/contracts/orders';
import { type ItemLine, productKey, skuKey, toLines } from './items';

/**
 * Returns the lines that replace all lines of an order. An item sent over REST may have a code but no name. It then
 * gets the id, name and notes of the line in `before` with the same code.
 */
export function replacedLines(
  before: readonly OrderItem[],
  items: readonly NewItem[],
): (ItemLine & Partial<Pick<OrderItem, 'itemId'>>)[] {
  const left = [...before];
  return toLines(items).map((line, index) => {
    if (productKey(items[index]?.name ?? '') !== '') return line;
    const code = skuKey(line.sku ?? '');
    const at = left.findIndex(({ sku, name }) => skuKey(sku || name) === code);
    const [earlier] = at < 0 ? [] : left.splice(at, 1);
    if (!earlier) return line;
    const { itemId, name, notes } = earlier;
    // For a line without a code, the REST API shows the line's name as its code. When a caller sends this name back as
    // code, the line stays without a code.
    return { ...line, itemId, name, notes, ...(earlier.sku ? {} : { sku: undefined }) };
  });
}
