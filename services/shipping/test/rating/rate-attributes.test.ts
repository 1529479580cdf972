import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import { rateAttributes } from '../../src/domain/rating/rate-attributes';

const rate = (amount: number, deliveryDays: number | undefined, estimatedDeliveryDate?: string) => ({
  amount: cents(amount),
  deliveryDays,
  estimatedDeliveryDate:
    estimatedDeliveryDate ?? (deliveryDays === undefined ? undefined : `2026-03-${10 + deliveryDays}`),
});

describe('attributes of rates', () => {
  it('mark the cheapest, the fastest and the best value', () => {
    const rates = [rate(800, 5), rate(900, 2), rate(3000, 1)];
    expect(rateAttributes(rates)).toEqual([['cheapest'], ['best_value'], ['fastest']]);
  });

  it('are all given to a single rate', () => {
    expect(rateAttributes([rate(800, undefined)])).toEqual([['cheapest', 'fastest', 'best_value']]);
  });

  it('mark the cheaper of two equally fast rates', () => {
    expect(rateAttributes([rate(4000, 1), rate(3000, 1)])[1]).toContain('fastest');
  });

  it('are each given once, for any rates', () => {
    const anyRate = fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }))
      .map(([amount, days]) => rate(amount, days));
    fc.assert(
      fc.property(fc.array(anyRate, { minLength: 1, maxLength: 12 }), (rates) => {
        const given = rateAttributes(rates);
        expect([...given.flat()].sort()).toEqual(['best_value', 'cheapest', 'fastest']);
        const lowest = Math.min(...rates.map(({ amount }) => amount));
        expect(rates[given.findIndex((each) => each.includes('cheapest'))]?.amount).toBe(lowest);
      }),
    );
  });

  it('are empty for an empty list', () => {
    expect(rateAttributes([])).toEqual([]);
  });
});
