import { writeConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { RpcClient, ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import type { Caller } from './caller';

type RequestOf<S extends ServiceDefinition, M extends keyof S['methods']> = Parameters<RpcClient<S>[M]>[0];

/**
 * The arguments of a method: the caller, and the request without the account and the connection kind. The client takes
 * the account, the connection kind and the approval from the caller, and also the time zone if the request has none.
 */
type Arguments<Request> = Request extends { accountId: number }
  ? Record<never, never> extends Omit<Request, OfCaller>
    ? [caller: Caller, request?: Omit<Request, OfCaller>]
    : [caller: Caller, request: Omit<Request, OfCaller>]
  : [caller: Pick<Caller, 'requestId'>, request: Request];

type OfCaller = 'accountId' | 'connectionKind';

/** A service's methods as the gateway calls them. Each call is made for a caller and has the method's time-out. */
export type ServiceClient<S extends ServiceDefinition> = {
  readonly [M in keyof S['methods']]: (...args: Arguments<RequestOf<S, M>>) => ReturnType<RpcClient<S>[M]>;
};

/** Milliseconds that a call of each method may take. */
export type Timeouts<S extends ServiceDefinition> = { readonly default: number } & {
  readonly [M in keyof S['methods']]?: number;
};

type Call = (request: unknown, options: { requestId: string; timeoutMs: number }) => Promise<unknown>;

export function createServiceClient<S extends ServiceDefinition>(
  definition: S,
  rpc: RpcClient<S>,
  timeouts: Timeouts<S>,
): ServiceClient<S> {
  const methods = Object.entries(definition.methods).map(([key, { requestType }]) => {
    const call = rpc[key] as Call;
    const timeoutMs = timeouts[key] ?? timeouts.default;
    const fields = requestType.decode(new Uint8Array()) as object;
    const isOwned = 'accountId' in fields;
    const isZoned = 'timeZone' in fields;
    const isSpent = 'connectionKind' in fields;
    const onBehalf = (caller: Caller, request?: object) => {
      const { accountId, timeZone, requestId, connectionKind, approvalId } = caller;
      const zoned = isZoned ? { timeZone, ...request } : request;
      const owned = isOwned ? { ...zoned, accountId } : zoned;
      const whole = isSpent
        ? { ...owned, connectionKind: writeConnectionKind(connectionKind), approvalId }
        : owned;
      return call(whole, { requestId, timeoutMs });
    };
    return [key, onBehalf] as const;
  });
  return Object.fromEntries(methods) as unknown as ServiceClient<S>;
}
