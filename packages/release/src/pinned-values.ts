import { parseDocument } from 'yaml';

/**
 * Returns the chart's `values.yaml` with the image of each service replaced by its image in `images`. Comments stay.
 */
export function pinnedValues(values: string, images: ReadonlyMap<string, string>): string {
  const document = parseDocument(values);
  for (const [service, reference] of images) {
    const path = ['services', service, 'image'];
    if (!document.hasIn(path)) throw new Error(`values.yaml has no ${path.join('.')}.`);
    document.setIn(path, reference);
  }
  return document.toString({ lineWidth: 0 });
}
