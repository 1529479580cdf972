import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import { amountsAfter, checkOrderEdit, type OrderEditInput } from '../../src/domain/order-edit';
import { refusesCanceling, refusesEditing } from '../../src/domain/order-editing';
import { allows, STATUS_NAMES } from '../../src/domain/order-status';
import { domainOrder } from '../support/order-builder';

const amount = fc.integer({ min: 0, max: 1_000_000 });
const item = fc.record({
  name: fc.constantFrom('Mug', 'Card'),
  quantity: fc.integer({ min: 1, max: 50 }),
  priceCents: amount,
});
const edits: fc.Arbitrary<OrderEditInput> = fc.record(
  { items: fc.array(item, { maxLength: 5 }), taxCents: amount, shippingCents: amount, discountCents: amount },
  { requiredKeys: ['taxCents'] },
);

describe('the amounts of an edited order', () => {
  const before = domainOrder({ subtotalCents: cents(500), handlingCents: cents(70), totalCents: cents(570) });

  it('always add up, or the edit is refused because the discount is more than the rest', () => {
    fc.assert(
      fc.property(edits, (input) => {
        const subtotal = input.items
          ? input.items.reduce((sum, { priceCents = 0, quantity }) => sum + priceCents * quantity, 0)
          : 500;
        const gross = subtotal + (input.taxCents ?? 0) + (input.shippingCents ?? 0) + 70;
        const change = () => amountsAfter(before, checkOrderEdit(input));
        if ((input.discountCents ?? 0) > gross) {
          expect(change).toThrow(/^discount must not be more than/);
          return;
        }
        expect(change()).toEqual({
          subtotalCents: subtotal,
          shippingCents: input.shippingCents ?? 0,
          taxCents: input.taxCents,
          handlingCents: 70,
          discountCents: input.discountCents ?? 0,
          totalCents: gross - (input.discountCents ?? 0),
        });
      }),
    );
  });

  it.each([-1, 0.5, 1_000_000_001])('%d cents are no amount', (taxCents) => {
    expect(() => checkOrderEdit({ taxCents })).toThrow(/^tax must be from 0 to 10000000; it was/);
  });
});

describe('what may still be edited or canceled', () => {
  const unlabelled = { label: undefined, lockedBy: undefined };

  it('an order is edited before its label only, in exactly these statuses', () => {
    expect(STATUS_NAMES.filter((status) => !refusesEditing(domainOrder({ ...unlabelled, status })))).toEqual([
      'MissingEmail_InvoiceDraft',
      'InvoiceDraft',
      'WaitingForPayment',
      'BackOrderedLiveSelling',
      'BackOrdered',
      'ChooseShipping',
      'LabelRefunded',
    ]);
  });

  it.each(STATUS_NAMES)('%s is canceled exactly when the status table lets it', (status) => {
    const refusal = refusesCanceling(domainOrder({ ...unlabelled, status }));
    expect(refusal === undefined).toBe(allows(status, 'Deleted', 'canceled'));
    if (refusal) expect(refusal).toMatch(/^Order 10 .* cannot be canceled\.$/);
  });

  it.each(STATUS_NAMES)('every refusal for %s is a sentence about the order', (status) => {
    expect(refusesEditing(domainOrder({ ...unlabelled, status })) ?? 'Order 10 can.').toMatch(
      /^Order 10 .*\.$/,
    );
  });

  it('a purchase that holds the order keeps everybody else away', () => {
    const held = domainOrder({ ...unlabelled, status: 'ChooseShipping', lockedBy: 'pur_10_1' });
    expect(refusesEditing(held)).toMatch(/^A label is being bought for order 10\..* change it\.$/);
    expect(refusesCanceling(held)).toMatch(/^A label is being bought for order 10\..* cancel it\.$/);
  });
});
