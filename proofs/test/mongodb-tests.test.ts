import { areEqual, matches } from '../mongodb/matches';
import { isMeant } from '../mongodb/unified-test';

describe("MongoDB's published tests", () => {
  test.each<[string, unknown, unknown, boolean]>([
    ['an answer may have more fields', { n: 1 }, { n: 1, ok: 1 }, true],
    ['a field of an answer may not have more fields', { id: { a: 1 } }, { id: { a: 1, b: 2 } }, false],
    ['each of several answers may have more fields', [{ n: 1 }], [{ n: 1, ok: 1 }], true],
    ['the number of answers must match', [{ n: 1 }], [{ n: 1 }, { n: 2 }], false],
    ['the values must match', { n: 1 }, { n: 2 }, false],
    ['null matches null', null, null, true],
    ['an optional field may be missing', { id: { $$unsetOrMatches: 4 } }, {}, true],
    ['an optional field must match when it exists', { id: { $$unsetOrMatches: 4 } }, { id: 5 }, false],
  ])('%s', (_case, expected, actual, isMatch) => {
    expect(matches(expected, actual)).toBe(isMatch);
  });

  test('remaining documents are compared with the order of their fields', () => {
    expect(areEqual([{ a: 1, b: 2 }], [{ a: 1, b: 2 }])).toBe(true);
    expect(areEqual([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(false);
  });

  test('tests for other versions and for replica sets are not run', () => {
    expect(isMeant(undefined, '7.0')).toBe(true);
    expect(isMeant([{ minServerVersion: '8.0' }], '7.0')).toBe(false);
    expect(isMeant([{ maxServerVersion: '4.2.99' }], '7.0')).toBe(false);
    expect(isMeant([{ maxServerVersion: '7.0.99' }], '7.0')).toBe(true);
    expect(isMeant([{ topologies: ['replicaset'] }, { topologies: ['single'] }], '7.0')).toBe(true);
    expect(isMeant([{ topologies: ['replicaset'] }], '7.0')).toBe(false);
  });
});
