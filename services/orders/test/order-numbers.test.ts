import { orderId } from '@parcelyard/service-kit/ids';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { partial } from '@parcelyard/testing/partial';
import fc from 'fast-check';
import type { OrderStore } from '../src/adapters/mongo/order-store';
import type { ProductStore } from '../src/adapters/mongo/product-store';
import { drawOrderNumber } from '../src/domain/order';
import { createOrder, type PlacingPorts } from '../src/use-cases/create-order';
import { anAddress } from './support/builders';

describe('order numbers', () => {
  it('have six characters that cannot be confused with each other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (draws) => {
          const left = [...draws];
          const number = drawOrderNumber((below) => Math.floor((left.shift() ?? 0) * below));
          expect(number).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
        },
      ),
    );
  });

  it('are drawn again while they are taken', async () => {
    const tried: string[] = [];
    const unused = () => Promise.reject(new Error('not asked here'));
    const orders = partial<OrderStore>({
      insert: async ({ orderNumber }) => {
        tried.push(orderNumber);
        return tried.length < 3 ? 'order_number_taken' : 'inserted';
      },
    });
    const ports: PlacingPorts = {
      orders,
      products: {} as ProductStore,
      customers: {
        find: unused,
        idsWithEmail: unused,
        resolveContact: async (_account, address) => ({ contact: { customerId: 5, address }, created: true }),
        forget: () => Promise.reject(new Error('Orders do not call this.')),
        labelPrintedMail: unused,
      },
      ids: { nextOrderId: async () => orderId(1), takeItemIds: async () => [] },
      clock: new FakeClock(),
      random: (below) => tried.length % below,
    };
    const { order, created } = await createOrder(ports, {
      accountId: 1,
      order: { shipTo: anAddress(), items: [] },
    });
    expect(tried).toEqual(['222222', '333333', '444444']);
    expect({ number: order?.orderNumber, created }).toEqual({ number: '444444', created: true });
  });
});
