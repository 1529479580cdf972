import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsVariables } from '@parcelyard/service-kit/config';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { DeploymentStream } from './deployment-stream';
import { ensureStream, RefusedStream, tooManyReplicas } from './ensure-stream';
import type { NatsLink } from './nats-link';

/**
 * Compares the configuration with the servers at the start. The program also starts when the servers cannot be reached
 * or are not ready. It does not start when the servers refuse the configuration.
 * @throws Error that names the variable
 */
export async function checkCluster(
  { firstTry, current }: NatsLink,
  nats: NatsVariables,
  stream: DeploymentStream,
  logger: Logger,
): Promise<void> {
  const failure = await firstTry;
  const refused = failure === undefined ? undefined : refusedVariable(failure, nats);
  if (refused) throw new Error(`Bad configuration. ${refused}: the servers refuse it`, { cause: failure });
  const connection = current();
  if (!connection) return;
  const { NATS_REPLICAS: replicas = 1 } = nats;
  // A server outside a cluster accepts a stream with three replicas, but stores one copy.
  if (replicas > 1 && connection.info?.cluster === undefined) {
    throw tooManyReplicas(replicas, new Error('the server is in no cluster'));
  }
  try {
    await ensureStream(await jetstreamManager(connection, { checkAPI: false }), stream, nats.NATS_REPLICAS);
  } catch (error) {
    if (error instanceof RefusedStream) throw error;
    logger.warn({ err: error }, 'event bus not ready');
  }
}

function refusedVariable(failure: unknown, nats: NatsVariables): string | undefined {
  const words = chainOf(failure)
    .map(({ name, code, message }) => `${name} ${code ?? ''} ${message}`)
    .join(' ');
  if (/Authoriz|Authentic/i.test(words)) {
    if (nats.NATS_CREDENTIALS_FILE !== undefined) return 'NATS_CREDENTIALS_FILE';
    if (nats.NATS_NKEY !== undefined)
      return nats.NATS_JWT === undefined ? 'NATS_NKEY' : 'NATS_JWT, NATS_NKEY';
    return 'NATS_URL';
  }
  if (/ALERT|certificate required/i.test(words)) return 'NATS_TLS_CERT_FILE';
  if (/CERT|SIGNATURE|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(words)) return 'NATS_TLS_CA_FILE';
  return undefined;
}

function chainOf(error: unknown): NodeJS.ErrnoException[] {
  if (typeof error !== 'object' || error === null || !('message' in error)) return [];
  const known = error as NodeJS.ErrnoException;
  return [known, ...chainOf(known.cause)];
}
