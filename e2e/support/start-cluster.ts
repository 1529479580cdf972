import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from '@parcelyard/local-stack/secrets';
import { SERVICES, type ServiceName, serviceEnvironment } from '@parcelyard/local-stack/service-environment';
import { type Authority, createAuthority } from '@parcelyard/testing/create-authority';
import { freePorts } from '@parcelyard/testing/free-ports';
import { type NatsServer, startNatsServer } from '@parcelyard/testing/start-nats-server';
import { type Balancer, startBalancer } from './start-balancer';
import { type RunningProgram, startProgram } from './start-program';

/**
 * The product as it runs at scale, without Kubernetes: several processes of each program behind a balancer, with
 * certificates between them.
 */
export interface Cluster {
  readonly mcpUrl: string;
  /** The address of each gateway, without the balancer. */
  readonly gatewayUrls: readonly string[];
  readonly programs: readonly RunningProgram[];
  readonly mongo: RunningProgram;
  readonly nats: NatsServer;
  /** The environment that `shipctl` needs. */
  readonly operator: Readonly<Record<string, string>>;
  readonly gatewayEnvironment: Readonly<Record<string, string>>;
  readonly mongoUri: string;
  remove(): Promise<void>;
}

interface Options {
  gateways: number;
  /** The number of processes of each service; 1 for a service that is not named. */
  each: number | Partial<Record<ServiceName, number>>;
  environment?: Record<string, string>;
  /** Variables of one service only. */
  own?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /**
   * If true, the services use plain connections on loopback, as in the local stack. When absent, they use certificates.
   */
  plain?: boolean;
}

export async function startCluster(options: Options): Promise<Cluster> {
  const { gateways, each, environment = {}, own = {}, plain } = options;
  const folder = await mkdtemp(join(tmpdir(), 'parcelyard-cluster-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const remove = async () => {
    const failures: unknown[] = [];
    for (const close of closers.reverse()) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const certificateOf = plain ? () => ({}) : certificatesBy(createAuthority(), folder);
    const count = (name: ServiceName) => (typeof each === 'number' ? each : (each[name] ?? 1));
    const ports = await freePorts(1 + gateways + SERVICES.reduce((sum, name) => sum + count(name), 0));
    const mongo = await startProgram('embedded-mongo', {
      EMBEDDED_MONGO_DATA_DIR: join(folder, 'mongo'),
      EMBEDDED_MONGO_PORT: String(ports.pop()),
    });
    closers.push(mongo.stop);
    const nats = await startNatsServer();
    closers.push(nats.stop);

    const listens = new Map(
      SERVICES.map((name) => [name, Array.from({ length: count(name) }, () => `127.0.0.1:${ports.pop()}`)]),
    );
    const gatewayPorts = Array.from({ length: gateways }, () => ports.pop() as number);
    const balancer: Balancer = await startBalancer(gatewayPorts);
    closers.push(balancer.stop);
    const baseUrl = `http://127.0.0.1:${balancer.port}`;
    const mongoUri = mongo.ready().uri as string;
    const context = {
      forwarded: { LOG_LEVEL: 'warn', CARRIERS: 'sandbox', PAYMENTS: 'sandbox', ...environment },
      secrets: loadSecrets(folder),
      mongoUri,
      natsUrl: nats.url,
      // Nobody accepts mail at this address, so mail waits, as it would for an unreachable relay.
      smtpUrl: 'smtp://127.0.0.1:9',
      baseUrl,
      port: 0,
      addresses: Object.fromEntries(
        SERVICES.map((name) => [name, `ipv4:${(listens.get(name) as string[]).join(',')}`]),
      ) as Record<ServiceName, string>,
    };
    const variablesOf = (name: ServiceName | 'gateway', more: Record<string, string>) => ({
      ...serviceEnvironment(name, context),
      ...certificateOf(name),
      ...more,
    });
    const services = await Promise.all(
      SERVICES.flatMap((name) =>
        (listens.get(name) as string[]).map((listen) =>
          startProgram(
            name,
            variablesOf(name, { GRPC_LISTEN: listen, HEALTH_LISTEN: '127.0.0.1:0', ...own[name] }),
          ),
        ),
      ),
    );
    closers.push(() => Promise.all(services.map((service) => service.stop())));
    const front = await Promise.all(
      gatewayPorts.map((port) =>
        startProgram(
          'gateway',
          variablesOf('gateway', { HTTP_LISTEN: `127.0.0.1:${port}`, DRAIN_IDLE_MS: '2000' }),
        ),
      ),
    );
    closers.push(() => Promise.all(front.map((gateway) => gateway.stop())));
    return {
      mcpUrl: `${baseUrl}/mcp`,
      gatewayUrls: gatewayPorts.map((port) => `http://127.0.0.1:${port}`),
      programs: [...services, ...front],
      mongo,
      nats,
      mongoUri,
      operator: variablesOf('gateway', certificateOf('shipctl')),
      gatewayEnvironment: variablesOf('gateway', {}),
      remove,
    };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** Returns the certificates of each service. Replicas of one service share a certificate. */
function certificatesBy(authority: Authority, folder: string): (name: string) => Record<string, string> {
  const issued = new Map<string, Record<string, string>>();
  return (name) => {
    const files = issued.get(name) ?? authority.issue(name, folder);
    issued.set(name, files);
    return files;
  };
}
