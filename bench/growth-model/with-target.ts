import { startReceiver } from '@parcelyard/testing/start-receiver';
import { withStack } from '../servers';
import { Shops } from './shops';
import { type Target, targetOf } from './target';

/**
 * A webhook is sent one second after its label was bought, not some minutes later as by default, so that the
 * measurement includes the webhook's cost.
 */
export const WEBHOOKS = { WEBHOOK_FIRST_DELAY_S: '1' };

/** Runs `work` with a stack of one process for each service, and with merchants in it. */
export async function withTarget<Result>(
  work: (target: Target, shops: Shops) => Promise<Result>,
): Promise<Result> {
  const receiver = await startReceiver();
  try {
    const environment = { SPLIT: '1', ...WEBHOOKS, EGRESS_ALLOW: receiver.host };
    return await withStack(environment, async ({ file, mongoUri }) => {
      const target = targetOf(file, mongoUri);
      const shops = await Shops.open(target, receiver.url(), 16, 450);
      try {
        return await work(target, shops);
      } finally {
        shops.close();
      }
    });
  } finally {
    receiver.close();
  }
}
