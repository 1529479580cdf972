import { nameOrder } from '../src/name-order';

const byKey = (a: string, b: string) => {
  const [left, right] = [Buffer.from(nameOrder(a)), Buffer.from(nameOrder(b))];
  return Buffer.compare(left, right);
};

describe('names in alphabetical order', () => {
  it('have the order of the Unicode collation of this JavaScript engine', () => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
    const names =
      'Zebra Éclair eagle Egg Wäsche Water Ångström Aster Çelik Cement Señor Senso Łódź Lodge Øre Orange Straße Strata ' +
      'Œuvre Of Ætna Aegis Ďábel Dab ﬁg Fit ＷＩＤＥ Winter Nguyễn Ngu Tiếng İzmir Ivy São Saß Sat Đà Dahlia 7UP 12oz';
    const list = names.split(' ');
    for (const a of list) {
      for (const b of list) {
        if (compare(a, b) === 0) continue;
        expect([a, b, Math.sign(byKey(a, b))]).toEqual([a, b, Math.sign(compare(a, b))]);
      }
    }
  });

  it.each([
    ['two ways to write one accent', 'E\u0301clair', 'Éclair'],
    ['case', 'ÉCLAIR', 'eclair'],
    ['two accents on one letter', 'Adébáyọ\u0300', 'Adebayo'],
    ['an accent on a letter that is written with a stroke', 'ø\u0323re', 'Ore'],
  ])('do not depend on %s', (_what, a, b) => {
    expect(nameOrder(a)).toBe(nameOrder(b));
  });

  it('keep letters of other scripts, and the sort key of a sort key is the same', () => {
    for (const name of ['йод', 'ガラス', '東京商店', 'Ώμέγα']) {
      expect(nameOrder(name)).toBe(name.normalize('NFC').toLowerCase());
      expect(nameOrder(nameOrder(name))).toBe(nameOrder(name));
    }
  });
});
