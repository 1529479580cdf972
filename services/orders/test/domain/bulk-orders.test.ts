import { checkBulkOrders } from '../../src/domain/bulk-orders';
import { anAddress } from '../support/builders';

const order = (given: object = {}) => ({ shipTo: anAddress(), items: [], ...given });

describe('a bulk of orders is checked as a whole', () => {
  it('problems stand in input order, each with the place where it is', () => {
    const bad = [order({ shipTo: anAddress({ zip: '' }) }), order(), order({ shipTo: undefined })];
    expect(() => checkBulkOrders(bad, new Set())).toThrow(
      'orders[0].ship_to.zip is required. orders[2]: Exactly one of customer_id or ship_to must be provided.',
    );
  });

  it('a customer is known or the order is refused', () => {
    const orders = [order({ shipTo: undefined, customerId: 5 })];
    expect(checkBulkOrders(orders, new Set([5]))).toMatchObject([{ recipient: { customerId: 5 } }]);
    expect(() => checkBulkOrders(orders, new Set([6]))).toThrow(
      'orders[0].customer_id: Customer 5 was not found in this account.',
    );
  });
});
