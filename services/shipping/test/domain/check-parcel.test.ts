import type { Parcel } from '@parcelyard/contracts/common';
import type { Reason } from '@parcelyard/reasons/reasons';
import { checkParcel } from '@parcelyard/shipping/domain/parcel';

test('a weight alone is enough', () => {
  expect(checkParcel({ weightOz: 12.5 })).toMatchObject({ weightOz: 12.5 });
});

test('a weight with all three lengths is valid', () => {
  const parcel = { weightOz: 8, length: 10, width: 6, height: 4 };
  expect(checkParcel(parcel)).toEqual(parcel);
});

test.each<[string, Parcel | undefined, Reason, object, string]>([
  ['no parcel', undefined, 'field_required', {}, 'weight_oz'],
  ['no weight', { weightOz: 0 }, 'not_positive', { unit: 'ounces', got: '0' }, 'weight_oz'],
  ['a negative weight', { weightOz: -3 }, 'not_positive', { unit: 'ounces', got: '-3' }, 'weight_oz'],
  [
    'an infinite weight',
    { weightOz: Number.POSITIVE_INFINITY },
    'not_positive',
    { unit: 'ounces', got: 'Infinity' },
    'weight_oz',
  ],
  [
    'a box with a side of 0',
    { weightOz: 8, length: 10, width: 0, height: 4 },
    'not_positive',
    { unit: 'inches', got: '0' },
    'width',
  ],
  ['a box without its height', { weightOz: 8, length: 10, width: 6 }, 'sides_not_together', {}, 'height'],
])("%s is refused with the field's name", (_, parcel, reason, params, field) => {
  expect(() => checkParcel(parcel)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', reason, params, field }),
  );
});
