import { eventually } from '@parcelyard/testing/eventually';
import { ACCOUNT, type Shipping } from './start-shipping';

interface Stored {
  accountId: number;
  orderId: number;
  state: string;
  dueAt?: Date;
  leaseUntil?: Date;
  voidRequestedAt?: Date;
}

/** Returns the latest purchase of an order as it is stored. */
export const latestPurchase = ({ db }: Shipping, orderId: number) =>
  db.collection<Stored>('purchases').findOne({ accountId: ACCOUNT, orderId }, { sort: { generation: -1 } });

/**
 * Advances the clock to each time at which the purchase is due, until the purchase has reached one of the states.
 * Returns the milliseconds that passed.
 */
export async function settle(shipping: Shipping, orderId: number, ...states: string[]): Promise<number> {
  const begun = shipping.clock.now().getTime();
  await eventually(async () => {
    const purchase = await latestPurchase(shipping, orderId);
    const { dueAt, leaseUntil } = purchase ?? {};
    const settled = states.includes(purchase?.state ?? '');
    if (!settled && dueAt && dueAt > shipping.clock.now() && !leaseUntil) {
      shipping.clock.set(dueAt);
    }
    expect(states).toContain(purchase?.state);
  });
  return shipping.clock.now().getTime() - begun;
}
