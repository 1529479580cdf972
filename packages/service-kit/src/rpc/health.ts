import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthDefinition,
  type HealthListRequest,
  type HealthListResponse,
  HealthCheckResponse_ServingStatus as ServingStatus,
} from '@parcelyard/contracts/health';
import { type GrpcMethod, grpcDefinition } from './grpc-definition';

/**
 * The health protocol of one process. For the names `""` and the service's full name, it tells whether the process may
 * get calls. For the name `liveness`, it tells whether the process is alive, which is true even while the process
 * waits.
 */
export interface Health {
  setServing(serving: boolean): void;
  addTo(server: Server): void;
}

export interface HealthServer {
  /** The `host:port` on which the server listens. */
  readonly address: string;
  close(): void;
}

const { check, watch, list } = grpcDefinition(HealthDefinition) as Record<
  'check' | 'watch' | 'list',
  GrpcMethod
>;
const METHODS = { check, watch: { ...watch, responseStream: true }, list };

export function createHealth(serviceName: string): Health {
  const readiness = ['', serviceName];
  const statuses = new Map<string, ServingStatus>([['liveness', ServingStatus.SERVING]]);
  const watchers = new Set<Watch>();
  const tell = (call: Watch) => {
    call.write({ status: statuses.get(call.request.service) ?? ServingStatus.SERVICE_UNKNOWN });
  };
  let current: boolean | undefined;
  const setServing = (serving: boolean) => {
    if (serving === current) return;
    current = serving;
    for (const name of readiness)
      statuses.set(name, serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
    for (const call of watchers) if (readiness.includes(call.request.service)) tell(call);
  };
  setServing(true);
  const methods = {
    check: ({ request }: Check, answer: sendUnaryData<HealthCheckResponse>) => {
      const known = statuses.get(request.service);
      if (known !== undefined) answer(null, { status: known });
      else answer({ code: status.NOT_FOUND, details: `The health of ${request.service} is not known.` });
    },
    watch: (call: Watch) => {
      watchers.add(call);
      call.on('cancelled', () => watchers.delete(call));
      tell(call);
    },
    list: (_: List, answer: sendUnaryData<HealthListResponse>) => {
      const all = [...statuses].map(([name, known]) => [name, { status: known }] as const);
      answer(null, { statuses: Object.fromEntries(all) });
    },
  };
  return { setServing, addTo: (server) => server.addService(METHODS, methods) };
}

type Check = ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>;
type Watch = ServerWritableStream<HealthCheckRequest, HealthCheckResponse>;
type List = ServerUnaryCall<HealthListRequest, HealthListResponse>;

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
