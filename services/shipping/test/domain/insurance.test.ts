import { cents } from '@parcelyard/money/cents';
import { insurancePremium } from '@parcelyard/shipping/domain/purchase';
import fc from 'fast-check';

test.each([
  [0, 0],
  [1, 100],
  [9_999, 100],
  [10_000, 100],
  [10_049, 100],
  [10_050, 101],
  [12_345, 123],
  [25_050, 251],
])('insuring an order of %d cents costs %d', (value, premium) => {
  expect(insurancePremium(true, cents(value))).toBe(premium);
});

test('without insurance there is no premium', () => {
  expect(insurancePremium(false, cents(1_000_000))).toBe(0);
});

test('the premium of an order with a value is 1 % to the nearest cent, and at least 1.00', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (value) => {
      const premium = insurancePremium(true, cents(value));
      expect(premium).toBeGreaterThanOrEqual(100);
      if (premium > 100) expect(Math.abs(premium * 100 - value)).toBeLessThanOrEqual(50);
    }),
  );
});
