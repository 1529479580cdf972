import type { RpcHandlers, ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';

export interface Call {
  readonly method: string;
  readonly request: unknown;
}

/** Every page of a signed-in owner calls this method, because the navigation shows the number of waiting approvals. */
const OF_EVERY_PAGE = 'countWaitingApprovals';

/**
 * Creates a fake service. A test defines only the methods that it needs; any other call fails. Every call is recorded.
 */
export function fakeService<S extends ServiceDefinition>(
  definition: S,
  told: Partial<RpcHandlers<S>>,
  calls: Call[],
): RpcHandlers<S> {
  const table = told as Record<
    string,
    ((request: unknown, context: unknown) => Promise<unknown>) | undefined
  >;
  const methods = Object.keys(definition.methods).map((method) => [
    method,
    (request: unknown, context: unknown) => {
      if (method !== OF_EVERY_PAGE) calls.push({ method, request });
      const handle = table[method];
      if (!handle) throw new Error(`${definition.name}.${method} was not expected`);
      return handle(request, context);
    },
  ]);
  return Object.fromEntries(methods) as RpcHandlers<S>;
}
