import { freePorts } from './free-ports';
import { type NatsServer, startNatsServer } from './start-nats-server';

export interface NatsCluster {
  readonly url: string;
  readonly nodes: ReadonlyMap<string, NatsServer>;
  stop(): Promise<void>;
}

export async function startNatsCluster(count = 3): Promise<NatsCluster> {
  const names = Array.from({ length: count }, (_, index) => `node${index + 1}`);

  const ports = await freePorts(count);
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
  const servers = await Promise.all(
    names.map((name, index) =>
      startNatsServer({
        flags: [
          ...['--name', name, '--cluster_name', 'parcelyard', '--cluster', routes[index] as string],
          ...['--routes', routes.join(',')],
        ],
      }),
    ),
  );
  return {
    url: servers.map(({ url }) => url).join(','),
    nodes: new Map(names.map((name, index) => [name, servers[index] as NatsServer])),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
