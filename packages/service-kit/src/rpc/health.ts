import { Server, ServerCredentials } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';

/**
 * The health protocol of one process. `""` and the service's full name say whether it may take calls; `liveness` says
 * that the process is alive, even while it waits.
 */
export interface Health {
  setServing(serving: boolean): void;
  addTo(server: Server): void;
}

export interface HealthServer {
  /** The `host:port` it listens on. */
  readonly address: string;
  close(): void;
}

export function createHealth(serviceName: string): Health {
  const readiness = ['', serviceName];
  const implementation = new HealthImplementation({ liveness: 'SERVING' });
  let current: boolean | undefined;
  const setServing = (serving: boolean) => {
    if (serving === current) return;
    current = serving;
    for (const name of readiness) implementation.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  setServing(true);
  return { setServing, addTo: (server) => implementation.addToServer(server) };
}

/** Serves only health, in plain text: container probes speak no TLS and have no certificate. */
export async function startHealthServer(listen: string, health: Health): Promise<HealthServer> {
  const server = new Server();
  health.addTo(server);
  const port = await bind(server, listen, ServerCredentials.createInsecure());
  return {
    address: `${listen.slice(0, listen.lastIndexOf(':'))}:${port}`,
    close: () => server.forceShutdown(),
  };
}

export function bind(server: Server, listen: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) =>
    server.bindAsync(listen, credentials, (error, port) => (error ? reject(error) : resolve(port))),
  );
}
