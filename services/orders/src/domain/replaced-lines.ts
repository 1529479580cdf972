import type { NewItem, OrderItem } from '@parcelyard/contracts/orders';
import { type ItemLine, productKey, skuKey, toLines } from './items';

/**
 * Returns the lines that replace all lines of an order. Items sent over REST have no name. Such an item gets the id, name
 * and notes of an earlier line with the same code. So a program that sends lines back does not erase them.
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
    // A line without a code is shown with its name as code.
    return { ...line, itemId, name, notes, ...(earlier.sku ? {} : { sku: undefined }) };
  });
}
