import type { Addresses } from '../fixture';
import { processorTime } from '../processor-time';
import type { StackFile } from '../servers';

/** A stack with one process for each service, as the model calls and watches it. */
export interface Target {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly at: Addresses;
  /** Address of the shipping service. */
  readonly shipping: string;
  readonly natsUrl: string | undefined;
  /** Process ids by service, and those of `database` and `nats`. */
  readonly pids: Readonly<Record<string, number>>;
}

/**
 * Returns the addresses and process ids with which the model calls and watches the stack.
 * @param mongoUri the database to which fixtures are written
 */
export function targetOf({ baseUrl, mcpUrl, services, engines }: StackFile, mongoUri: string): Target {
  const grpc = (service: string) => services[service]?.grpc as string;
  const own = Object.entries(services).map(([name, { pid }]) => [name, pid]);
  const others = Object.entries({ database: engines.mongo.pid, nats: engines.nats.pid });
  return {
    baseUrl,
    mcpUrl,
    at: { auth: grpc('auth'), billing: grpc('billing'), orders: grpc('orders'), mongoUri },
    shipping: grpc('shipping'),
    natsUrl: engines.nats.url,
    pids: Object.fromEntries([...own, ...others.filter(([, pid]) => pid !== undefined)]),
  };
}

export const processorTimes = ({ pids }: Target): Record<string, number> =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorTime([pid])]));
