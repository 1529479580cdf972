import type { OrderLabel } from '@parcelyard/contracts/orders';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import { eventually } from '@parcelyard/testing/eventually';
import { startReceiver } from '@parcelyard/testing/start-receiver';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import type { OrdersDependencies } from '../../src/app';
import { aLabel, anOrder } from '../support/builders';
import { startOrders } from '../support/start-orders';

interface Options {
  failPoint?: FailPoint;
  outlet?: OrdersDependencies['webhookOutlet'];
}

/** Starts the orders service with an endpoint that it may send to, and a merchant who buys labels. */
export async function startWebhookOrders({ failPoint, outlet }: Options = {}) {
  const database = await startTestDatabase();
  const receiver = await startReceiver();
  const service = await startOrders(database, failPoint, [receiver.host], {
    environment: { BASE_URL: 'https://ship.example/' },
    webhookOutlet: { maxIdleMs: 20, drainMs: 0, ...outlet },
  });
  const { orders, clock } = service;
  let accounts = 100;
  let purchases = 0;
  const opened = new Set<number>();

  const rows = async (accountId: number) =>
    (await orders.listWebhookDeliveries({ accountId, limit: 0 })).deliveries;

  const buy = async (accountId: number, orderId: number, given: Partial<OrderLabel> = {}) => {
    purchases += 1;
    const purchaseId = `pur_${orderId}_${purchases}`;
    const { addressVersion } = await orders.getOrder({ accountId, orderId });
    await orders.lockForPurchase({ accountId, orderId, purchaseId, addressVersion });
    const label = aLabel(purchaseId, { purchasedAt: clock.now(), ...given });
    await orders.attachLabel({ accountId, orderId, label });
    return purchaseId;
  };

  return {
    ...service,
    database,
    receiver,
    rows,
    buy,
    /** Opens the next account, with the webhook registered. */
    openAccount: async (url = receiver.url()) => {
      accounts += 1;
      const accountId = accounts;
      opened.add(accountId);
      await orders.registerWebhook({ accountId, url });
      return accountId;
    },
    /** Removes the webhook of every account that the test opened, so that nothing more is sent for them. */
    closeAccounts: async () => {
      for (const accountId of opened) await orders.deleteWebhook({ accountId });
      opened.clear();
    },
    /** Creates an order with a label that was just bought, and waits for its event. */
    shipOne: async (accountId: number, given: Parameters<typeof anOrder>[1] = {}) => {
      const { order } = await orders.createOrder(anOrder(accountId, given));
      const orderId = order?.orderId ?? 0;
      const purchaseId = await buy(accountId, orderId);
      await eventually(async () => expect((await rows(accountId))[0]?.orderId).toBe(orderId));
      return { orderId, purchaseId };
    },
    /** Waits until the newest row of the account's log matches, and returns it. */
    row: (accountId: number, looks: object) =>
      eventually(async () => {
        const [newest] = await rows(accountId);
        expect(newest).toMatchObject(looks);
        return newest;
      }),
    /** Stops the service, but neither the endpoint nor the database. */
    stopService: service.stop,
    stop: async () => {
      await service.stop();
      receiver.close();
      await database.close();
    },
  };
}

export interface WebhookOrders extends Awaited<ReturnType<typeof startWebhookOrders>> {}

export const FIVE_MINUTES_MS = 300_000;
