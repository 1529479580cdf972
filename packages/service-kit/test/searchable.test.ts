import fc from 'fast-check';
import { searchable } from '../src/searchable';

describe('the normalized form of a text for searches', () => {
  it.each([
    ['José', 'jose'],
    ['STRASSE', 'Straße'],
    ['Łukasz  Ångström', ' lukasz angstrom '],
    ['Ǽ', 'ae'],
    ['Андрей', 'андреи'],
    ['김철수', '김철수'],
  ])('is the same for %s and %s', (one, other) => {
    expect(searchable(one)).toBe(searchable(other));
  });

  it('keeps letters that people distinguish', () => {
    expect(searchable('김철수')).toBe('김철수');
    expect(searchable('Anne')).not.toBe(searchable('Anna'));
  });

  it('is its own normalized form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchable(searchable(text))).toBe(searchable(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
