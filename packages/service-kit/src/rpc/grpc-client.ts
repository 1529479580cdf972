import { ChannelCredentials, Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type JoinedAnswers, type JoinedCalls, JoinedDefinition } from '@parcelyard/contracts/joined';
import { currentRequestId, remainingMs } from '../tracing/request-id';
import { currentTraceparent } from '../tracing/traced';
import { batchCalls, isRead } from './batched-calls';
import type { ChannelSecurity } from './channel-security';
import type { CallOptions, RpcClient, ServiceDefinition } from './definition';
import { type GrpcMethod, grpcDefinition } from './grpc-definition';
import { deadlineExceeded, fromServiceError, notSent } from './status-map';
import { type Reachability, watchReachability } from './watch-reachability';
import { type NameLookup, watchName } from './watched-name';

export interface RemoteClient<S extends ServiceDefinition> {
  readonly rpc: RpcClient<S>;
  close(): void;
}

interface Options {
  /**
   * `host:port`, `dns:///name:port` to balance over all addresses of a headless service, or `ipv4:a:port,b:port` to
   * balance over these.
   */
  address: string;
  /** The service's name in its certificate, whatever its address; required with mutual TLS. */
  service?: string;
  /** Milliseconds for a call without its own timeout. Never more than its request has left. */
  defaultTimeoutMs?: number;
  /** Plain text without a secret when absent. */
  security?: ChannelSecurity | undefined;
  /** How names are resolved; the system's resolver when absent. */
  lookup?: NameLookup;
}

/** How often a call is sent again when no replica has begun it. Its deadline may end it earlier. */
const MAX_REFUSALS = 10;

/**
 * A connection that ends refuses the calls that its server has not begun (RFC 9113 §8.7). grpc-js sends each refused
 * call again once. If replicas stop at the same time, the next replica refuses it, too. grpc-js passes on only its own
 * text for such a refusal.
 */
const wasNeverBegun = ({ code, details }: ServiceError): boolean =>
  code === status.UNAVAILABLE && details === 'Stream refused by server';

const JOINED = grpcDefinition(JoinedDefinition);

/** A typed client over one channel: every call has a deadline, and every failure is a `DomainError`. */
export function createGrpcClient<S extends ServiceDefinition>(
  definition: S,
  options: Options,
): RemoteClient<S> {
  const { address, service, security, defaultTimeoutMs = 10_000, lookup } = options;
  // The channel calls this when it resolves a name. Before that, the name has no reachability.
  let reachability: Reachability | undefined;
  const name = watchName(address, { isReachable: () => reachability?.isReachable() ?? false, lookup });
  const client = new Client(
    name.target,
    security?.channelCredentials ?? ChannelCredentials.createInsecure(),
    {
      ...name.options,
      'grpc.keepalive_time_ms': 30_000,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
      'grpc.max_receive_message_length': 16 * 1024 * 1024,
      'grpc.max_send_message_length': 16 * 1024 * 1024,
      ...(service !== undefined && { 'grpc.ssl_target_name_override': service }),
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    },
  );
  const watched = watchReachability(client);
  reachability = watched;
  const unary =
    (method: GrpcMethod) =>
    async (
      request: unknown,
      {
        requestId = currentRequestId(),
        timeoutMs = defaultTimeoutMs,
        traceparent = currentTraceparent(),
      }: CallOptions = {},
    ) => {
      const leftMs = Math.min(timeoutMs, remainingMs());
      if (leftMs <= 0) throw deadlineExceeded(method.path);
      const deadline = Date.now() + leftMs;
      for (let refusals = 0; ; refusals += 1) {
        if (!watched.isReachable()) await watched.settled();
        const outcome = await new Promise<{ response: unknown } | { error: ServiceError }>(
          (resolve, reject) => {
            try {
              // If the only replica ends before the call is sent, the call waits for the next replica.
              const metadata = new Metadata({ waitForReady: watched.isReachable() });
              if (requestId) metadata.set('x-request-id', requestId);
              if (traceparent) metadata.set('traceparent', traceparent);
              security?.sign(metadata);
              client.makeUnaryRequest(
                method.path,
                method.requestSerialize,
                method.responseDeserialize,
                request,
                metadata,
                { deadline },
                (error: ServiceError | null, response?: unknown) => resolve(error ? { error } : { response }),
              );
            } catch (error) {
              reject(notSent(method.path, error));
            }
          },
        );
        if ('response' in outcome) return outcome.response;
        if (!wasNeverBegun(outcome.error) || refusals === MAX_REFUSALS)
          throw fromServiceError(outcome.error, method.path);
      }
    };
  const sendBatch = unary(JOINED.call as GrpcMethod);
  const methods = Object.entries(grpcDefinition(definition)).map(([key, method]) => {
    const alone = unary(method);
    const contract = definition.methods[key];
    if (!contract || !isRead(contract)) return [key, alone] as const;
    const batched = {
      name: contract.name,
      encode: method.requestSerialize,
      decode: method.responseDeserialize,
      alone,
      together: (calls: JoinedCalls, timeoutMs: number) =>
        // A batch has no request id: each call in it has its own.
        sendBatch(calls, { timeoutMs, requestId: '' }) as Promise<JoinedAnswers>,
    };
    return [key, batchCalls(batched, defaultTimeoutMs)] as const;
  });
  return { rpc: Object.fromEntries(methods) as unknown as RpcClient<S>, close: () => client.close() };
}
