import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startLoopbackHub } from '@parcelyard/events/loopback/start-loopback-hub';
import type { Logger } from '@parcelyard/service-kit/logger';
import { freePorts } from '@parcelyard/testing/free-ports';
import { findProgram } from '../processes/find-program';
import { superviseForeignProgram } from '../processes/foreign-program';
import type { Scope } from '../scope';
import { keepsStreams } from './keeps-streams';
import { watchJetStream } from './watch-jetstream';

export interface NatsEngine {
  /**
   * Where the bus is:
   * - `external`: a server at NATS_URL.
   * - `nats-server`: a server on this machine that the stack started.
   * - `in-process`: the stack's own process. Services in other processes reach the bus by `url`.
   */
  readonly kind: 'external' | 'nats-server' | 'in-process';
  readonly url?: string;
  /** The process id of a server that the stack started. */
  readonly pid?: number;
}

interface Options {
  url: string | undefined;
  /** True when services run in other processes and need an address. */
  split: boolean;
  dataDir: string;
  scope: Scope;
  logger: Logger;
  onReplaced(): void;
}

/**
 * Starts or uses the first available bus: NATS_URL, a `nats-server` on PATH or in /usr/sbin, or the in-process bus.
 * Call `release` when every consumer has subscribed.
 */
export async function startNats(options: Options): Promise<{ nats: NatsEngine; release(): void }> {
  const { url, split, scope, logger } = options;
  const release = () => undefined;
  if (url) return { nats: { kind: 'external', url }, release };
  const program = findProgram('nats-server', process.env.PATH, ['/usr/sbin']);
  if (program) return { nats: await startNatsServer(program, options), release };
  if (!split) return { nats: { kind: 'in-process' }, release };
  const hub = await startLoopbackHub({ logger });
  scope.add(hub.stop);
  return { nats: { kind: 'in-process', url: hub.url }, release: hub.release };
}

async function startNatsServer(
  program: string,
  { dataDir, scope, logger, onReplaced }: Options,
): Promise<NatsEngine> {
  const folder = join(dataDir, 'nats');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [port = 0] = await freePorts(1);
  const listen = ['-a', '127.0.0.1', '-p', String(port)];
  const running = await superviseForeignProgram({
    name: 'nats-server',
    program,
    args: [...listen, '-js', '-sd', folder, '-l', join(dataDir, 'nats.log')],
    port,
    onReplaced,
    logger,
  });
  scope.add(running.stop);
  const watch = watchJetStream({
    keepsStreams: () => keepsStreams(port),
    // SIGKILL is needed, because a server that has lost JetStream does not end on SIGTERM.
    restart: () => process.kill(running.pid, 'SIGKILL'),
    logger,
  });
  scope.add(watch.stop);
  return {
    kind: 'nats-server',
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return running.pid;
    },
  };
}
