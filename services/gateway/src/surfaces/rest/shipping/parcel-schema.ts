import { flag, positiveNumber } from '../fields';

const side = (name: string) =>
  positiveNumber(`${name} in inches; give all three sides or none.`, { max: 1_000 }).optional();

/** What a parcel weighs and measures. */
export const parcelFields = {
  weightOz: positiveNumber('Weight of the packed parcel in ounces.', { max: 100_000 }),
  length: side('Length'),
  width: side('Width'),
  height: side('Height'),
};

export const optionFields = {
  signatureRequired: flag('Ask for a signature on delivery.'),
  saturdayDelivery: flag('Ask for delivery on Saturday.'),
};

type Sides = { length?: unknown; width?: unknown; height?: unknown };

/** For `refine`: sides come together. */
export const sidesTogether = [
  ({ length, width, height }: Sides) =>
    [0, 3].includes([length, width, height].filter((side) => side !== undefined).length),
  { path: ['length'] as PropertyKey[], error: 'goes together with width and height: give all three or none' },
] as const;
