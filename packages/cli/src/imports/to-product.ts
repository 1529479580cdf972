import type { Product } from '@parcelyard/contracts/orders';
import { UsageError } from '../usage-error';
import type { RecordReader } from './record-reader';

/** A product of an import file; active unless it says otherwise. */
export function toProduct(record: RecordReader): Product {
  const name = record.text('name');
  if (!name?.trim()) throw new UsageError(`${record.path}.name is required.`);
  const catalog = record.text('catalog', 'catalogue', 'catalog_label', 'catalogue_label');
  const inactive = record.flag('inactive');
  return {
    productId: 0,
    name,
    ...(catalog === undefined ? {} : { catalog }),
    description: record.text('description') ?? '',
    priceCents: record.cents('price') ?? 0,
    active: record.flag('active') ?? !(inactive ?? false),
  };
}
