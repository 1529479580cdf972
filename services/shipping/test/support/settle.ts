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

export const latestPurchase = ({ db }: Shipping, orderId: number) =>
  db.collection<Stored>('purchases').findOne({ accountId: ACCOUNT, orderId }, { sort: { generation: -1 } });

/**
 * Moves the clock whenever the purchase waits, until it has one of these states. Returns the milliseconds that passed.
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
