import { checkParcel } from '@parcelyard/shipping/domain/check-parcel';
import type { Parcel } from '@parcelyard/shipping/domain/shipment';

test('a weight alone will do', () => {
  expect(checkParcel({ weightOz: 12.5 })).toMatchObject({ weightOz: 12.5 });
});

test('a weight with all three lengths will do', () => {
  const parcel = { weightOz: 8, length: 10, width: 6, height: 4 };
  expect(checkParcel(parcel)).toEqual(parcel);
});

test.each<[string, Parcel | undefined, string, string]>([
  ['no parcel', undefined, 'weight_oz is required.', 'weight_oz'],
  ['no weight', { weightOz: 0 }, 'weight_oz must be more than 0 ounces; got 0.', 'weight_oz'],
  ['a negative weight', { weightOz: -3 }, 'weight_oz must be more than 0 ounces; got -3.', 'weight_oz'],
  [
    'an endless weight',
    { weightOz: Number.POSITIVE_INFINITY },
    'weight_oz must be more than 0 ounces; got Infinity.',
    'weight_oz',
  ],
  [
    'a flat box',
    { weightOz: 8, length: 10, width: 0, height: 4 },
    'width must be more than 0 inches; got 0.',
    'width',
  ],
  [
    'a box without its height',
    { weightOz: 8, length: 10, width: 6 },
    'length, width and height must be given together, in inches, or not at all; height is missing.',
    'height',
  ],
])('%s is refused by a sentence that names it', (_, parcel, publicMessage, field) => {
  expect(() => checkParcel(parcel)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', publicMessage, field }),
  );
});
