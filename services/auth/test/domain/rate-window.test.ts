import fc from 'fast-check';
import { requestsIn, windowStart } from '../../src/domain/rate-window';

/** Computes what the database computes when it counts one request. */
const count = (window: number, now: Date) => Math.max(window, windowStart(now)) + 1;
const minute = (n: number) => new Date(n * 60_000);

describe('a rate window', () => {
  test('counts every request of one minute, from its first to its last millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 100_000_000 }),
        fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 1, maxLength: 200 }),
        (start, offsets) => {
          const window = offsets.reduce(
            (sum, offset) => count(sum, new Date(start * 60_000 + offset)),
            count(0, minute(start - 1)),
          );
          expect(requestsIn(window)).toBe(offsets.length);
        },
      ),
    );
  });

  test('starts again at each UTC minute', () => {
    const full = Array.from({ length: 60 }).reduce<number>((window) => count(window, minute(7)), 0);
    expect(requestsIn(full)).toBe(60);
    expect(requestsIn(count(full, new Date(8 * 60_000 - 1)))).toBe(61);
    expect(requestsIn(count(full, minute(8)))).toBe(1);
  });

  test('is not opened again by a process whose clock is behind', () => {
    const newer = count(count(0, minute(8)), minute(8));
    expect(requestsIn(count(newer, minute(7)))).toBe(3);
  });

  test('stays an exact whole number in the year 2900', () => {
    const window = windowStart(new Date('2900-01-01T00:00:00Z'));
    expect(Number.isSafeInteger(window + 2 ** 24)).toBe(true);
  });
});
