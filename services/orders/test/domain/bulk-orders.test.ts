import type { DomainError } from '@parcelyard/service-kit/domain-error';
import { checkBulkOrders } from '../../src/domain/bulk-orders';
import { firstTaken } from '../../src/domain/order-identifiers';
import { anAddress } from '../support/builders';

const order = (given: object = {}) => ({ shipTo: anAddress(), items: [], ...given });

const problemsOf = (check: () => unknown) => {
  try {
    return check();
  } catch (error) {
    return (error as DomainError<'problems'>).params.problems;
  }
};

describe('the check of a bulk call', () => {
  it('returns problems in input order, each with its position', () => {
    const bad = [order({ shipTo: anAddress({ zip: '' }) }), order(), order({ shipTo: undefined })];
    expect(problemsOf(() => checkBulkOrders(bad, new Set()))).toEqual([
      { field: 'orders[0].ship_to.zip', reason: 'field_required', params: {} },
      {
        field: 'orders[2]',
        reason: 'at_place',
        params: { problem: { reason: 'order_needs_one_recipient', params: {} } },
      },
    ]);
  });

  it('refuses an order with an unknown customer', () => {
    const orders = [order({ shipTo: undefined, customerId: 5 })];
    expect(checkBulkOrders(orders, new Set([5]))).toMatchObject([{ recipient: { customerId: 5 } }]);
    expect(problemsOf(() => checkBulkOrders(orders, new Set([6])))).toEqual([
      {
        field: 'orders[0].customer_id',
        reason: 'at_place',
        params: { problem: { reason: 'customer_not_found', params: { customerId: 5 } } },
      },
    ]);
  });
});

describe('the first order of a call whose invoice number is taken', () => {
  it.each([
    ['none when all numbers differ', [{ invoiceNumber: 'A' }, { invoiceNumber: 'B' }, {}, {}], [], -1],
    ['one with the number of an active order', [{ invoiceNumber: 'A' }, { invoiceNumber: 'B' }], ['B'], 1],
    ['the second of two orders with one number', [{ invoiceNumber: 'A' }, {}, { invoiceNumber: 'A' }], [], 2],
    [
      'the second, also with different external ids',
      [
        { invoiceNumber: 'A', externalOrderId: 'x' },
        { invoiceNumber: 'A', externalOrderId: 'y' },
      ],
      [],
      1,
    ],
  ])('is %s', (_what, orders, claimed, expected) =>
    expect(firstTaken(orders, new Set(claimed))).toBe(expected),
  );
});
