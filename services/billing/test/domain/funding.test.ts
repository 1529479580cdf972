import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import { chargeFor, fund } from '../../src/domain/charge';

const decide = (
  available: number,
  postage: number,
  insurance: number,
  autoRecharge: number,
  batch = false,
) => {
  const charge = chargeFor(cents(postage), cents(insurance), { autoRecharge: cents(autoRecharge), batch });
  return fund({ available: cents(available), isTakenBack: false }, charge, {
    autoRecharge: cents(autoRecharge),
    leastCharge: cents(1),
  });
};
const recharge = (amount: number) => ({ kind: 'recharge', amount });

describe('the pay-as-you-go fee', () => {
  test.each([
    [0, false, 30],
    [1, false, 30],
    [2, false, 0],
    [2500, false, 0],
    [0, true, 0],
    [1, true, 0],
  ])('with auto-recharge %d cents and batch %s is %d cents', (autoRecharge, batch, fee) => {
    const charge = chargeFor(cents(700), cents(100), { autoRecharge: cents(autoRecharge), batch });
    expect(charge).toEqual({ postage: 700, insurance: 100, fee, total: 800 + fee });
  });
});

describe('a balance that covers the charge', () => {
  test.each([
    ['it is exact without a fee', 800, 2500],
    ['it is exact with the fee', 830, 1],
    ['auto-recharge is off', 830, 0],
  ])('is not recharged: %s', (_, available, autoRecharge) => {
    expect(decide(available, 700, 100, autoRecharge)).toEqual({ kind: 'covered' });
  });
});

describe('with auto-recharge above 0.01, a short balance is recharged', () => {
  test('by the auto-recharge amount when the shortfall is smaller', () => {
    expect(decide(799, 700, 100, 2500)).toEqual(recharge(2500));
  });

  test('by the shortfall when that is larger', () => {
    expect(decide(500, 9000, 100, 2500)).toEqual(recharge(8600));
  });

  test('by the shortfall with the debt of a negative balance', () => {
    expect(decide(-410, 700, 100, 1_000)).toEqual(recharge(1_210));
  });

  test('by the shortfall with the fee, when the setting was 0.01 when the purchase began', () => {
    const charge = chargeFor(cents(9000), cents(100), { autoRecharge: cents(1), batch: false });
    const funds = { available: cents(500), isTakenBack: false };
    const terms = { autoRecharge: cents(2500), leastCharge: cents(1) };
    expect(fund(funds, charge, terms)).toEqual(recharge(8630));
  });

  test('by 0.02, when that is the setting and is enough', () => {
    expect(decide(799, 700, 100, 2)).toEqual(recharge(2));
  });
});

describe('with auto-recharge 0.01, a short balance is recharged', () => {
  test('by the shortfall plus the fee', () => {
    expect(decide(300, 700, 100, 1)).toEqual(recharge(530));
  });

  test('by 1 dollar at least', () => {
    expect(decide(790, 700, 100, 1)).toEqual(recharge(100));
  });

  test('by 1 dollar when only the fee is missing', () => {
    expect(decide(815, 700, 100, 1)).toEqual(recharge(100));
  });

  test('by the shortfall alone in a batch', () => {
    expect(decide(300, 700, 100, 1, true)).toEqual(recharge(500));
  });
});

describe('with auto-recharge 0, a short balance', () => {
  test('is refused, even when only the fee is missing', () => {
    expect(decide(829, 700, 100, 0)).toEqual({ kind: 'refused' });
  });
});

test('a recharge always covers its charge, and no recharge is made when the balance is enough', () => {
  const money = fc.integer({ min: 0, max: 100_000 });
  const balance = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(balance, money, money, money, fc.boolean(), (available, postage, insurance, auto, batch) => {
      const charge = chargeFor(cents(postage), cents(insurance), { autoRecharge: cents(auto), batch });
      const terms = { autoRecharge: cents(auto), leastCharge: cents(1) };
      const funding = fund({ available: cents(available), isTakenBack: false }, charge, terms);
      expect(funding.kind === 'covered').toBe(available >= charge.total);
      expect(funding.kind === 'refused').toBe(available < charge.total && auto === 0);
      if (funding.kind === 'recharge') {
        expect(available + funding.amount).toBeGreaterThanOrEqual(charge.total);
      }
    }),
  );
});
