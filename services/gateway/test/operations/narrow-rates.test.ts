import type { Rate } from '@parcelyard/contracts/shipping';
import { narrowRates } from '../../src/operations/narrow-rates';

const rate = (amountCents: number): Rate => ({ amountCents, carrier: 'usps' }) as Rate;

it('a limit with a fraction of a cent shows no rate above it', () => {
  const { rates, leftOut } = narrowRates([rate(500), rate(501)], { maxAmount: 5.006 });
  expect(rates).toEqual([rate(500)]);
  expect(leftOut).toBe(1);
});
