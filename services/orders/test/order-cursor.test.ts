import fc from 'fast-check';
import type { OrderQuery } from '../src/domain/order-query';
import { orderCursor, readOrderCursor } from '../src/use-cases/order-cursor';

const QUERY: OrderQuery = { statuses: [], liveOnly: false };
const POSITION = { at: new Date('2026-03-04T10:00:00.123Z'), orderId: 10482 };

describe('a cursor over orders [REST-O15]', () => {
  it('stores its position for the filters of its request', () => {
    const positions = fc.record({
      at: fc.date({ min: new Date(0), noInvalidDate: true }),
      orderId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    });
    fc.assert(
      fc.property(positions, fc.emailAddress(), (position, email) => {
        const query = { ...QUERY, email };
        expect(readOrderCursor(query, orderCursor(query, position))).toEqual(position);
      }),
    );
    expect(readOrderCursor(QUERY, '')).toBeUndefined();
  });

  it('is refused with other filters, with a reason that says so', () => {
    const cursor = orderCursor(QUERY, POSITION);
    for (const other of [{ liveOnly: true }, { email: 'a@b.co' }, { updatedFrom: POSITION.at }]) {
      expect(() => readOrderCursor({ ...QUERY, ...other }, cursor)).toThrow(
        expect.objectContaining({ field: 'cursor', reason: 'cursor_of_other_filters' }),
      );
    }
  });

  it('is refused with any text that is no cursor', () => {
    const anything = fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 1 }));
    fc.assert(
      fc.property(anything, (text) => {
        expect(() => readOrderCursor(QUERY, text)).toThrow(expect.objectContaining({ field: 'cursor' }));
      }),
    );
    const cursor = orderCursor(QUERY, POSITION);
    for (const changed of [`${cursor}A`, cursor.slice(1), cursor.toUpperCase()]) {
      expect(() => readOrderCursor(QUERY, changed)).toThrow(expect.objectContaining({ field: 'cursor' }));
    }
  });
});
