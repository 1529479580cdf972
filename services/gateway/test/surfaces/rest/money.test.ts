import type { Order } from '@parcelyard/contracts/orders';
import fc from 'fast-check';
import { anOrder } from '../../support/contracts';
import { rest } from '../../support/rest';
import { startGateway } from '../../support/start-gateway';

const FIELDS = ['total', 'salesTax', 'handling', 'subtotal', 'shipping', 'discount'] as const;

/** Amounts up to ten million dollars, the highest that are accepted. */
const cents = fc.integer({ min: 0, max: 1_000_000_000 });

describe('amounts of money', () => {
  it('are returned exactly as they were sent, and are whole cents inside [REST-O3]', async () => {
    const gateway = await startGateway({
      orders: {
        createOrder: async ({ order: { amounts, items } = { items: [] } }) => {
          const all = [...Object.values(amounts ?? {}), ...items.map(({ priceCents }) => priceCents)];
          expect(all.every((amount) => Number.isInteger(amount))).toBe(true);
          const lines = items.map((item, index) => ({
            ...item,
            itemId: index + 1,
            priceCents: item.priceCents ?? 0,
          }));
          return { created: true, order: anOrder({ ...(amounts as Partial<Order>), items: lines }) };
        },
      },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { minLength: 7, maxLength: 7 }), async (all) => {
        const [price = 0, ...amounts] = all.map((amount) => amount / 100);
        const supplied = Object.fromEntries(FIELDS.map((field, index) => [field, amounts[index]]));
        const { body } = await rest(gateway, 'POST', '/public/order', {
          invoiceNumber: 'INV-1',
          firstName: 'Ada',
          lastName: 'Ng',
          address1: '1 Main St',
          city: 'Austin',
          state: 'TX',
          zip: '78701',
          country: 'US',
          ...supplied,
          items: [{ itemCode: 'A', quantity: 3, price }],
        });
        expect(body.result).toMatchObject(supplied);
        expect(body.result.items).toMatchObject([{ price, totalPrice: (Math.round(price * 100) * 3) / 100 }]);
      }),
      { numRuns: 50 },
    );
  });
});
