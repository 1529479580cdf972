import fc from 'fast-check';
import { billableWeight } from '../../src/domain/rating/billable-weight';

const usps = { divisor: 166, aboveCubicInches: 1728 };
const ups = { divisor: 139, aboveCubicInches: 0 };

describe('billable weight', () => {
  it.each([
    ['rounds up to the ounce', { weightOz: 4.01 }, usps, { ounces: 5, pounds: 1 }],
    ['counts zero as an ounce', { weightOz: 0.1 }, usps, { ounces: 1, pounds: 1 }],
    ['rounds up to the pound', { weightOz: 16.5 }, ups, { ounces: 17, pounds: 2 }],
    [
      'ignores the dimensions up to a cubic foot',
      { weightOz: 8, length: 12, width: 12, height: 12 },
      usps,
      { ounces: 8, pounds: 1 },
    ],
    [
      'uses the dimensions of a large light parcel',
      { weightOz: 8, length: 13, width: 12, height: 12 },
      usps,
      { ounces: undefined, pounds: 12 },
    ],
    [
      'uses the dimensions of a small parcel for carriers that do so',
      { weightOz: 8, length: 12, width: 12, height: 12 },
      ups,
      { ounces: undefined, pounds: 13 },
    ],
    [
      'rounds every side up',
      { weightOz: 8, length: 11.1, width: 11.1, height: 11.1 },
      ups,
      { ounces: undefined, pounds: 13 },
    ],
    [
      'uses the scale weight of a heavy parcel',
      { weightOz: 320, length: 12, width: 12, height: 12 },
      ups,
      { ounces: 320, pounds: 20 },
    ],
  ])('%s', (_, parcel, rule, expected) => {
    expect(billableWeight(parcel, rule)).toEqual(expected);
  });

  it('does not depend on the sequence of the sides', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, side, (length, width, height) => {
        const turned = { weightOz: 10, length: height, width: length, height: width };
        expect(billableWeight(turned, ups)).toEqual(
          billableWeight({ weightOz: 10, length, width, height }, ups),
        );
      }),
    );
  });
});
