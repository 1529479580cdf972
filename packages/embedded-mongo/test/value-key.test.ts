import fc from 'fast-check';
import { compareValues, encodeKey } from '../src/keys/value-key';
import { bsonValue, compareBson } from './bson-order';

const sign = Math.sign;

test('the bytes of two keys compare like the BSON values', () => {
  fc.assert(
    fc.property(bsonValue, bsonValue, (a, b) => {
      expect(sign(Buffer.compare(encodeKey([a]), encodeKey([b])))).toBe(sign(compareBson(a, b)));
      expect(sign(compareValues(a, b))).toBe(sign(compareBson(a, b)));
    }),
    { numRuns: 3000 },
  );
});

test('compound keys compare field by field, in each field’s direction', () => {
  const pair = fc.tuple(bsonValue, bsonValue);
  const directions = fc.tuple(fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(pair, pair, directions, (a, b, descending) => {
      const expected =
        [0, 1]
          .map((i) => sign(compareBson(a[i], b[i])) * (descending[i] ? -1 : 1))
          .find((order) => order !== 0) ?? 0;
      expect(sign(Buffer.compare(encodeKey(a, descending), encodeKey(b, descending)))).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

test('no key is the prefix of the key of another value', () => {
  fc.assert(
    fc.property(bsonValue, bsonValue, fc.boolean(), (a, b, descending) => {
      const [first, second] = [encodeKey([a], [descending]), encodeKey([b], [descending])];
      if (first.equals(second)) return;
      const shorter = Math.min(first.length, second.length);
      expect(first.subarray(0, shorter).equals(second.subarray(0, shorter))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
