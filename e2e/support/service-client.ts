import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import type { ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createGrpcClient, type RemoteClient } from '@parcelyard/service-kit/rpc/grpc-client';
import type { RunningStack } from './start-stack';

/**
 * Returns a client of a service of the stack, through the service's own socket, for data that no tool shows. The caller
 * must close it.
 * @param caller the program under whose name the client calls, which decides what it may call
 */
export function serviceClient<S extends ServiceDefinition>(
  stack: RunningStack,
  service: string,
  definition: S,
  caller: 'gateway' | 'shipctl' = 'gateway',
): RemoteClient<S> {
  const address = stack.file().services[service]?.grpc;
  if (!address) throw new Error(`The stack has no service ${service}.`);
  const security = createChannelSecurity(caller);
  return createGrpcClient(definition, { address, security, defaultTimeoutMs: 30_000 });
}
