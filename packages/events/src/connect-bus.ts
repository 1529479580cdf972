import type { NatsVariables } from '@parcelyard/service-kit/config';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus } from './bus';
import { createInProcessBus } from './in-process-bus';
import { connectJetStreamBus } from './jetstream/connect-jetstream-bus';
import { connectLoopbackBus } from './loopback/connect-loopback-bus';

interface Options {
  /**
   * One or more server addresses, comma-separated, or the address of a loopback hub. Empty means the in-process bus.
   */
  natsUrl: string;
  /** The deployment's name and address, credentials, certificates and replicas. NATS requires at least the name. */
  nats?: NatsVariables & { BASE_URL?: string };
  logger: Logger;
}

/**
 * Connects to the bus in the configuration. Resolves even while NATS is down, because everything that needs no events
 * must work without NATS. The connection is then made as soon as possible.
 * @throws Error with the name of the variable that is invalid, or that a reachable server refuses
 */
export async function connectBus({ natsUrl, nats = {}, logger }: Options): Promise<Bus> {
  if (natsUrl === '') return createInProcessBus({ logger });
  if (natsUrl.startsWith('loopback://')) return connectLoopbackBus({ url: natsUrl, logger });
  return connectJetStreamBus({ natsUrl, nats, logger });
}
