import fc from 'fast-check';
import { searchable } from '../src/searchable';

describe('the form of a text that searches compare', () => {
  it.each([
    ['José', 'jose'],
    ['STRASSE', 'Straße'],
    ['Łukasz  Ångström', ' lukasz angstrom '],
    ['Ǽ', 'ae'],
    ['Андрей', 'андреи'],
    ['김철수', '김철수'],
  ])('%s and %s are the same', (one, other) => {
    expect(searchable(one)).toBe(searchable(other));
  });

  it('keeps letters that people tell apart', () => {
    expect(searchable('김철수')).toBe('김철수');
    expect(searchable('Anne')).not.toBe(searchable('Anna'));
  });

  it('does not change its own form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchable(searchable(text))).toBe(searchable(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
