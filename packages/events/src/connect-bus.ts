import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus } from './bus';
import { createInProcessBus } from './in-process-bus';
import { connectJetStreamBus } from './jetstream/connect-jetstream-bus';
import { connectLoopbackBus } from './loopback/connect-loopback-bus';

interface Options {
  /** One or more server addresses, comma-separated, or a loopback hub's; empty means the in-process bus. */
  natsUrl: string;
  logger: Logger;
}

/**
 * The bus that the configuration names. It resolves at once even while NATS is down: whatever does not need events must
 * work without it, and the connection is made as soon as it can be.
 */
export async function connectBus({ natsUrl, logger }: Options): Promise<Bus> {
  if (natsUrl === '') return createInProcessBus({ logger });
  if (natsUrl.startsWith('loopback://')) return connectLoopbackBus({ url: natsUrl, logger });
  return connectJetStreamBus({ natsUrl, logger });
}
