import fc from 'fast-check';
import { aLabel, anOrder } from './support/builders';
import { serveOrders } from './support/serve-orders';

const PURCHASES = ['a', 'b', 'c'] as const;
const PICKUPS = [7, 8] as const;
type Purchase = (typeof PURCHASES)[number];
type Pickup = (typeof PICKUPS)[number];

/**
 * Calls that other services make to the orders service during purchases and voids. Each call may arrive several times,
 * and late.
 */
type Sent =
  | { call: 'lock' | 'unlock' | 'attach' | 'clear'; purchase: Purchase }
  | { call: 'assign' | 'release'; pickup: Pickup }
  | { call: 'print' };

const purchaseCall = fc.record({
  call: fc.constantFrom(
    'lock' as const,
    'lock' as const,
    'unlock' as const,
    'attach' as const,
    'clear' as const,
  ),
  purchase: fc.constantFrom(...PURCHASES),
});
const pickupCall = fc.record({
  call: fc.constantFrom('assign' as const, 'assign' as const, 'release' as const),
  pickup: fc.constantFrom(...PICKUPS),
});
const sent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 4, arbitrary: purchaseCall },
  { weight: 3, arbitrary: pickupCall },
  { weight: 1, arbitrary: fc.constant({ call: 'print' as const }) },
);
/** The calls of a group arrive together, and the groups arrive one after another. */
const arrivals = fc.array(fc.array(sent, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });

describe('calls of purchases and pickups in any sequence, repeated and late', () => {
  const t = serveOrders();

  it('leave no order locked after its purchase ended, and none assigned to a pickup that ended', async () => {
    const { orders } = t;
    let accountId = 0;
    await fc.assert(
      fc.asyncProperty(arrivals, async (groups) => {
        accountId += 1;
        const created = await orders.createOrder(anOrder(accountId));
        const at = { accountId, orderId: created.order?.orderId ?? 0 };
        const overPurchases = new Set<string>();
        const overPickups = new Set<number>();
        const named = { accountId, orderIds: [at.orderId] };

        const deliver = async (message: Sent): Promise<unknown> => {
          switch (message.call) {
            case 'lock':
              return orders.lockForPurchase({ ...at, purchaseId: message.purchase, addressVersion: 1 });
            case 'unlock':
              await orders.unlock({ ...at, purchaseId: message.purchase });
              return overPurchases.add(message.purchase);
            case 'attach':
              return orders.attachLabel({ ...at, label: aLabel(message.purchase) });
            case 'clear': {
              const before = await orders.getOrder(at);
              await orders.clearLabel({ ...at, purchaseId: message.purchase });
              // This call ended the purchase only if the purchase's label was on the order before.
              if (before.label?.purchaseId === message.purchase) overPurchases.add(message.purchase);
              return undefined;
            }
            case 'assign':
              return orders.assignPickup({
                ...named,
                pickupId: message.pickup,
                carrier: 'usps',
                seller: 'sandbox',
              });
            case 'release':
              await orders.releasePickup({ ...named, pickupId: message.pickup, keepOthers: false });
              return overPickups.add(message.pickup);
            case 'print':
              return orders.markLabelsPrinted({ ...named, confirm: true });
          }
        };
        const check = async () => {
          const { lockedBy, label, status, pickupId } = await orders.getOrder(at);
          expect([...overPurchases]).not.toContain(lockedBy);
          expect([...overPickups]).not.toContain(pickupId);
          if (label) expect(lockedBy).toBeUndefined();
          if (status === 'WaitingForPickup') expect(pickupId).toBeDefined();
        };

        for (const group of groups) {
          // Calls may be refused here. Only the state of the order is checked.
          await Promise.allSettled(group.map(deliver));
          await check();
        }
        for (const purchase of PURCHASES) await deliver({ call: 'unlock', purchase });
        for (const pickup of PICKUPS) await deliver({ call: 'release', pickup });
        // Each lock and each assignment arrives once more, too late, and changes nothing.
        for (const purchase of PURCHASES) await deliver({ call: 'lock', purchase });
        for (const pickup of PICKUPS) await deliver({ call: 'assign', pickup });
        await check();
        const { lockedBy, status } = await orders.getOrder(at);
        expect(lockedBy).toBeUndefined();
        expect(status).not.toBe('WaitingForPickup');
      }),
      { numRuns: 40 },
    );
  });
});
