import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import { refusesCanceling, refusesEditing } from '../../src/domain/change-refusals';
import { toLines } from '../../src/domain/items';
import { amountsAfter, checkOrderEdit, type OrderEdit } from '../../src/domain/order-edit';
import { allows, STATUS_NAMES } from '../../src/domain/order-status';
import { domainOrder } from '../support/order-builder';

const amount = fc.integer({ min: 0, max: 1_000_000 });
const item = fc.record({
  name: fc.constantFrom('Mug', 'Card'),
  quantity: fc.integer({ min: 1, max: 50 }),
  priceCents: amount,
});
const lines = fc.record({ items: fc.array(item, { maxLength: 5 }) });
const edits: fc.Arbitrary<OrderEdit> = fc.record(
  {
    items: fc.option(lines, { nil: undefined }),
    taxCents: amount,
    shippingCents: amount,
    discountCents: amount,
  },
  { requiredKeys: ['items', 'taxCents'] },
);

describe('the amounts of an edited order', () => {
  const before = domainOrder({ subtotalCents: cents(500), handlingCents: cents(70), totalCents: cents(570) });

  it('always add up, or the edit is refused because the discount is larger than the other amounts', () => {
    fc.assert(
      fc.property(edits, (input) => {
        const subtotal = input.items
          ? input.items.items.reduce((sum, { priceCents = 0, quantity }) => sum + priceCents * quantity, 0)
          : 500;
        const gross = subtotal + (input.taxCents ?? 0) + (input.shippingCents ?? 0) + 70;
        const change = () => {
          const { replacing } = checkOrderEdit(input);
          return amountsAfter(before, input, replacing && toLines(replacing));
        };
        if ((input.discountCents ?? 0) > gross) {
          expect(change).toThrow('discount_too_high');
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

  it.each([-1, 0.5, 1_000_000_001])('%d cents is no valid amount', (taxCents) => {
    expect(() => checkOrderEdit({ items: undefined, taxCents })).toThrow(
      expect.objectContaining({
        field: 'tax_cents',
        reason: 'field_outside',
        params: { min: 0, max: 10_000_000, got: taxCents / 100 },
      }),
    );
  });
});

describe('an order can be edited or canceled', () => {
  const unlabelled = { label: undefined, lockedBy: undefined };

  it('before it has a label, in exactly these statuses', () => {
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

  it.each(STATUS_NAMES)('in status %s exactly when the status table allows a cancellation', (status) => {
    const refusal = refusesCanceling(domainOrder({ ...unlabelled, status }));
    expect(refusal === undefined).toBe(allows(status, 'Deleted', 'canceled'));
    if (refusal) expect(refusal.params).toMatchObject({ orderId: 10, act: 'canceled' });
  });

  it.each(STATUS_NAMES)('in status %s, and otherwise the refusal names the order', (status) => {
    const { params } = refusesEditing(domainOrder({ ...unlabelled, status })) ?? {};
    expect(params ?? { orderId: 10 }).toMatchObject({ orderId: 10 });
  });

  it('only while no purchase holds it', () => {
    const held = domainOrder({ ...unlabelled, status: 'ChooseShipping', lockedBy: 'pur_10_1' });
    const reason = 'order_held_by_purchase';
    expect(refusesEditing(held)).toMatchObject({ reason, params: { orderId: 10, act: 'change' } });
    expect(refusesCanceling(held)).toMatchObject({ reason, params: { orderId: 10, act: 'cancel' } });
  });
});
