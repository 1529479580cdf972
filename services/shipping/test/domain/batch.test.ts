import { cents, ZERO } from '@parcelyard/money/cents';
import type { Reason } from '@parcelyard/reasons/reasons';
import { failure } from '@parcelyard/service-kit/failure';
import {
  type Batch,
  type BatchItem,
  type BatchItemStatus,
  countsOf,
  endOf,
  priceOf,
  type RatedOrder,
  termsOf,
  toItem,
} from '@parcelyard/shipping/domain/batch/batch';
import {
  type BatchCeilings,
  type BatchMoney,
  batchRefusal,
} from '@parcelyard/shipping/domain/batch/batch-refusal';
import { checkPreference, chooseRate } from '@parcelyard/shipping/domain/rating/rate-attributes';
import { DEFAULT_SETTINGS } from '@parcelyard/shipping/domain/settings';
import fc from 'fast-check';
import { someTerms } from '../support/some-terms';

const { shipFrom: _from, printSetting: _print, ...offer } = someTerms;
const order = (changes: Partial<RatedOrder> = {}): RatedOrder => ({
  orderId: 1,
  orderNumber: 'A2B3C4',
  labelGeneration: 0,
  offer,
  ...changes,
});
const unrated = order({
  offer: undefined,
  error: failure('no_rates', 'no_rates', { orderId: 1, words: '' }),
});
const item = (status: BatchItemStatus): BatchItem => ({ ...order(), status });

describe('the end of a batch', () => {
  it.each<[BatchItemStatus[], string]>([
    [['purchased', 'purchased'], 'completed'],
    [['purchased', 'failed'], 'completed_with_errors'],
    [['failed', 'failed'], 'failed'],
  ])('%j is %s', (statuses, end) => {
    expect(endOf(statuses.map(item))).toBe(end);
  });

  it('has counts that sum to the total, and only purchased labels have a cost', () => {
    const statuses = fc.array(
      fc.constantFrom<BatchItemStatus>('queued', 'purchasing', 'purchased', 'failed'),
    );
    fc.assert(
      fc.property(statuses, (all) => {
        const { total, queued, purchased, failed, totalCost } = countsOf(all.map(item));
        expect(queued + purchased + failed).toBe(total);
        expect(totalCost).toBe(purchased * someTerms.postage);
      }),
    );
  });
});

it('an order without an offer fails at once, and costs nothing', () => {
  expect([toItem(order()).status, toItem(unrated).status]).toEqual(['queued', 'failed']);
  expect(priceOf([order(), unrated])).toMatchObject({ postage: someTerms.postage, insurance: ZERO });
});

it("what a carrier bills to the merchant's own account is in the postage and not in the charge", () => {
  const billed = order({ offer: { ...offer, ownAccount: 'ca_1' } });
  const { postage } = someTerms;
  expect(priceOf([order(), billed])).toMatchObject({
    postage: 2 * postage,
    carrierBilled: postage,
    chargedPostage: postage,
  });
});

it('a purchase has the id of its batch', () => {
  const batch: Batch = {
    id: 301,
    accountId: 1,
    status: 'queued',
    items: [],
    fence: 1,
    createdAt: new Date(0),
    shipFrom: DEFAULT_SETTINGS.shipFrom,
    printSetting: 'pdf',
    connectionKind: 'token',
  };
  expect(termsOf(batch, offer)).toEqual({ ...someTerms, batchId: 301 });
});

describe('a batch is refused', () => {
  const rich: BatchMoney = { balance: cents(100_000), cannotBePaid: false, limit: undefined };
  const { postage } = someTerms;
  const insured = { ...order(), offer: { ...offer, insurance: cents(100) } };

  it.each<[string, readonly RatedOrder[], Partial<BatchMoney>, BatchCeilings, string, Reason, object]>([
    ['without orders', [], {}, {}, 'failed_precondition', 'batch_nothing_to_buy', {}],
    [
      'without an order that has a rate',
      [unrated],
      {},
      {},
      'failed_precondition',
      'batch_no_order_buyable',
      { first: { reason: 'no_rates', params: { orderId: 1, words: '' } } },
    ],
    [
      'above max_total',
      [order()],
      {},
      { maxTotalCents: postage - 1 },
      'failed_precondition',
      'batch_above_max_total',
      { postage: '$8.95', maxTotal: '$8.94' },
    ],
    [
      'above max_charge, which counts the insurance',
      [insured],
      {},
      { maxTotalCents: postage, maxChargeCents: postage + 99 },
      'failed_precondition',
      'batch_above_max_charge',
      { total: '$9.95', maxCharge: '$9.94' },
    ],
    [
      "above the plan's limit",
      [order()],
      { limit: failure('resource_exhausted', 'text', { text: 'Limit reached: 50 shipments.' }) },
      {},
      'resource_exhausted',
      'purchase_failed',
      { cause: { reason: 'text', params: { text: 'Limit reached: 50 shipments.' } } },
    ],
    [
      'without enough money',
      [order()],
      { cannotBePaid: true, balance: cents(5) },
      {},
      'payment_required',
      'batch_balance_insufficient',
      { total: '$8.95', balance: '$0.05' },
    ],
  ])('%s', (_, orders, money, ceilings, code, reason, params) => {
    const refusal = batchRefusal(orders, { ...rich, ...money }, ceilings);
    expect(refusal).toMatchObject({ code, reason, params });
  });

  it('but not at exactly its ceilings, even when one of its orders cannot be bought', () => {
    const ceilings = { maxTotalCents: postage, maxChargeCents: postage + 100 };
    expect(batchRefusal([insured, unrated], rich, ceilings)).toBeUndefined();
  });
});

describe('the preference', () => {
  const rate = (amount: number, deliveryDays: number) => ({
    amount: cents(amount),
    deliveryDays,
    estimatedDeliveryDate: `2026-01-0${deliveryDays}`,
  });
  const rates = [rate(500, 9), rate(800, 3), rate(2_500, 1)];

  it.each([
    ['', 0],
    ['cheapest', 0],
    ['fastest', 2],
    ['best_value', 1],
  ] as const)('"%s" selects row %i', (preference, row) => {
    expect(chooseRate(rates, checkPreference(preference))).toBe(rates[row]);
  });

  it('selects nothing from an empty list', () => {
    expect(chooseRate([], 'cheapest')).toBeUndefined();
  });

  it('is refused when it is none of the three', () => {
    expect(() => checkPreference('slowest')).toThrow(
      expect.objectContaining({ reason: 'field_not_one_of', field: 'service_preference' }),
    );
  });
});
