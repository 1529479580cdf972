import { seeded } from '@parcelyard/testing/seeded';
import {
  readCursor,
  splitPage,
  startOf,
  writeCursor,
} from '../../src/adapters/platforms/woocommerce/woocommerce-cursor';

describe('the list of orders of a store on WooCommerce', () => {
  const AFTER = new Date('2026-03-01T10:00:00Z');
  const timeOf = (place: number) => new Date(AFTER.getTime() + place * 1_000).toISOString().slice(0, 19);

  it.each([true, false])('is read without a gap while it changes, also with its length %s', (hasTotal) => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed);
      const below = (limit: number) => Math.floor(random() * limit);
      let list = Array.from({ length: below(500) }, (_, id) => ({ id, date_modified_gmt: timeOf(id) }));
      const stayed = new Set(list.map(({ id }) => id));
      const read = new Set<number>();
      let text: string | undefined = writeCursor(startOf(AFTER, 'any'));
      for (let pages = 0; text !== undefined; pages += 1) {
        expect(pages).toBeLessThan(60);
        const cursor = readCursor(text);
        const rows = list.slice(cursor.offset, cursor.offset + 100);
        const { taken, next } = splitPage(cursor, rows, hasTotal ? list.length : undefined);
        for (const { id } of taken) read.add(id);
        text = next && writeCursor(next);
        if (random() < 0.5) continue;
        // Some orders change. Most leave the list, and some move to its end.
        const from = below(list.length);
        const changed = list.slice(from, from + below(random() < 0.2 ? 200 : 15));
        for (const { id } of changed) stayed.delete(id);
        const end = changed
          .filter(() => random() < 0.2)
          .map(({ id }) => ({ id, date_modified_gmt: timeOf(9_000 + id) }));
        list = [...list.filter((row) => !changed.includes(row)), ...end];
      }
      expect([...stayed].filter((id) => !read.has(id))).toEqual([]);
    }
  });

  it.each(['any', 'trash'])(
    'is read from its start when version 0.1.0 had begun to read the list of %s',
    (status) => {
      expect(readCursor(`${AFTER.toISOString()} 3 ${status}`)).toEqual({
        after: AFTER,
        status,
        offset: 0,
        seen: [],
      });
    },
  );
});
