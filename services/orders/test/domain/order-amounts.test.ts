import fc from 'fast-check';
import { linesTotal, statedAmountProblems, statedAmounts } from '../../src/domain/order-amounts';

const LINES = [
  { priceCents: 1005, quantity: 3 },
  { priceCents: 1, quantity: 2 },
];

describe('the amounts in a call', () => {
  it('replace the amounts of the lines, also when they do not add up', () => {
    const stated = {
      subtotalCents: 1,
      shippingCents: 2,
      taxCents: 3,
      handlingCents: 4,
      discountCents: 5,
      totalCents: 600,
    };
    expect(statedAmounts(LINES, stated)).toEqual(stated);
    expect(statedAmountProblems(LINES, stated)).toEqual([]);
  });

  it('are computed when they are missing: the subtotal from the lines, the total from all amounts', () => {
    expect(statedAmounts(LINES, { shippingCents: 500, discountCents: 17 })).toEqual({
      subtotalCents: 3017,
      shippingCents: 500,
      taxCents: 0,
      handlingCents: 0,
      discountCents: 17,
      totalCents: 3500,
    });
  });

  it('have a total that is exactly the sum of its parts', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000 });
    const parts = fc.record({
      subtotalCents: cents,
      shippingCents: cents,
      taxCents: cents,
      handlingCents: cents,
    });
    fc.assert(
      fc.property(parts, (stated) => {
        const { totalCents } = statedAmounts([], stated);
        expect(totalCents).toBe(Object.values(stated).reduce((sum, amount) => sum + amount, 0));
      }),
    );
  });

  it.each([
    [{ taxCents: -1 }, 'amounts.tax_cents'],
    [{ totalCents: 1_000_000_001 }, 'amounts.total_cents'],
    [{ subtotalCents: 0.5 }, 'amounts.subtotal_cents'],
    [{ discountCents: 3018 }, 'amounts.discount_cents'],
  ])('are refused by their field when they are invalid: %j', (stated, field) => {
    expect(statedAmountProblems(LINES, stated).map((problem) => problem.field)).toEqual([field]);
  });

  it('of the lines are price times quantity', () => expect(linesTotal(LINES)).toBe(3017));
});
