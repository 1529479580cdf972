import type { ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createGrpcClient, type RemoteClient } from '@parcelyard/service-kit/rpc/grpc-client';
import type { Stack } from './start-stack';

/** A service of the stack through its own socket, for what no tool shows. Whoever opens it closes it. */
export function serviceClient<S extends ServiceDefinition>(
  stack: Stack,
  service: string,
  definition: S,
): RemoteClient<S> {
  const address = stack.file().services[service]?.grpc;
  if (!address) throw new Error(`The stack has no service ${service}.`);
  return createGrpcClient(definition, { address, defaultTimeoutMs: 30_000 });
}
