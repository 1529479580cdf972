import type { RpcHandlers, ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';

export interface Call {
  readonly method: string;
  readonly request: unknown;
}

/** Every page of a member asks for it, for the number in the navigation. */
const OF_EVERY_PAGE = 'countWaitingApprovals';

/**
 * The handlers of a service of which a test says only what it needs: a call of anything else fails, and every call is
 * written down.
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
