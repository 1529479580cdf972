import { eventually } from '@parcelyard/testing/eventually';
import { FIVE_MINUTES_MS, startWebhookOrders, type WebhookOrders } from './start-webhook-orders';

describe('when the service stops during a delivery', () => {
  let shop: WebhookOrders;
  afterEach(async () => {
    shop.receiver.close();
    await shop.database.close();
  });

  const stored = () => shop.database.db.collection('webhook_deliveries').find({}).toArray();

  /** Sends an event. The endpoint has received it, and does not answer yet. */
  const sendOne = async (drainMs: number) => {
    shop = await startWebhookOrders({ outlet: { drainMs } });
    let answer: (status: number) => void = () => undefined;
    shop.receiver.answers(
      () =>
        new Promise<number>((resolve) => {
          answer = resolve;
        }),
    );
    await shop.shipOne(await shop.openAccount());
    shop.clock.advance(FIVE_MINUTES_MS);
    await eventually(() => expect(shop.receiver.open()).toBe(1));
    return (status: number) => answer(status);
  };

  it('an answer within the drain time is stored, so that the event is not sent again', async () => {
    const answer = await sendOne(60_000);
    const stopping = shop.stopService();
    answer(200);
    await stopping;
    expect(await stored()).toMatchObject([{ status: 'delivered', attempt: 1 }]);
  });

  it('an endpoint that does not answer delays the stop no longer than the drain time, and its event stays due', async () => {
    await sendOne(50);
    await shop.stopService();
    expect(await stored()).toMatchObject([{ status: 'pending', attempt: 0, dueAt: expect.any(Date) }]);
  });
});
