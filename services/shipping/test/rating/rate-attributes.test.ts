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
  it('name the cheapest, the fastest and the one worth its price', () => {
    const rates = [rate(800, 5), rate(900, 2), rate(3000, 1)];
    expect(rateAttributes(rates)).toEqual([['cheapest'], ['best_value'], ['fastest']]);
  });

  it('give a single rate all three', () => {
    expect(rateAttributes([rate(800, undefined)])).toEqual([['cheapest', 'fastest', 'best_value']]);
  });

  it('prefer the cheaper of two equally fast ones', () => {
    expect(rateAttributes([rate(4000, 1), rate(3000, 1)])[1]).toContain('fastest');
  });

  it('are given once each, whatever the rates', () => {
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

  it('say nothing of nothing', () => {
    expect(rateAttributes([])).toEqual([]);
  });
});
