import type { Parcel } from '@parcelyard/contracts/common';
export type RatedParcel = Readonly<Parcel>;

export interface DimensionalRule {
  /** Cubic inches per pound. */
  readonly divisor: number;
  /** Up to this volume, only the weight on the scale counts. */
  readonly aboveCubicInches: number;
}

export interface BillableWeight {
  /** Whole ounces, rounded up. Undefined when the price depends on the size. */
  readonly ounces: number | undefined;
  /** Whole pounds, rounded up: the weight on the scale or the dimensional weight, whichever is larger. */
  readonly pounds: number;
}

/** Returns the three lengths in whole inches, rounded up, longest first. Undefined when one is missing. */
export function sides(parcel: RatedParcel): readonly [number, number, number] | undefined {
  const { length, width, height } = parcel;
  if (length === undefined || width === undefined || height === undefined) return undefined;
  const [a, b, c] = [length, width, height].map(Math.ceil).sort((x, y) => y - x);
  return [a as number, b as number, c as number];
}

export function billableWeight(parcel: RatedParcel, rule: DimensionalRule): BillableWeight {
  const ounces = Math.max(1, Math.ceil(parcel.weightOz));
  const pounds = Math.ceil(ounces / 16);
  const [length, width, height] = sides(parcel) ?? [0, 0, 0];
  const volume = length * width * height;
  const dimensional = volume > rule.aboveCubicInches ? Math.ceil(volume / rule.divisor) : 0;
  return dimensional > pounds ? { ounces: undefined, pounds: dimensional } : { ounces, pounds };
}
