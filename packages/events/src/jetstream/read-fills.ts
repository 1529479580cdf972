import type { JetStreamManager } from '@nats-io/jetstream';
import type { ConsumerFill } from '../bus';
import type { DeploymentStream } from './deployment-stream';

/** Returns how full these consumers are. If an operator created a consumer without a limit, it is never full. */
export const readFills = (
  manager: JetStreamManager,
  stream: DeploymentStream,
  consumers: readonly string[],
): Promise<ConsumerFill[]> =>
  Promise.all(
    consumers.map(async (consumer) => {
      const { num_ack_pending, config } = await manager.consumers.info(stream.name, consumer);
      return { consumer, filled: num_ack_pending / withLimit(config.max_ack_pending) };
    }),
  );

const withLimit = (limit = 0): number => (limit > 0 ? limit : Number.POSITIVE_INFINITY);
