import type { PostageAdjustment } from '@parcelyard/contracts/common';

/**
 * Returns the weight and size for which a label was billed, and those that the carrier measured, such as `billed for 12
 * oz (8 × 6 × 4 in), measured 28 oz`. Leaves out unknown parts.
 */
export function measuresInWords({ billed, measured }: PostageAdjustment): string {
  const parts = [
    ['billed for', inWords(billed)],
    ['measured', inWords(measured)],
  ];
  return parts.flatMap(([what, words]) => (words ? `${what} ${words}` : [])).join(', ');
}

function inWords({ weightOz, length, width, height }: NonNullable<PostageAdjustment['billed']> = {}): string {
  const size = length && width && height ? `${length} × ${width} × ${height} in` : '';
  if (weightOz === undefined) return size;
  return size ? `${weightOz} oz (${size})` : `${weightOz} oz`;
}
