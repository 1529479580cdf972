import { ratingWarnings } from '../../src/domain/rating-warnings';

test('rates of an order that is not ready to ship have a warning without the internal status name', () => {
  expect(ratingWarnings({ status: 'InvoiceDraft', label: undefined, weightOz: 8 }, 8)).toEqual([
    'This order is not ready to ship: none of these rates can be bought, for labels are for orders that are ready to ship.',
  ]);
});
