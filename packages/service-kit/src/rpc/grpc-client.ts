import { ChannelCredentials, Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import {
  CallStreamDefinition,
  type StreamedAnswers,
  type StreamedCalls,
} from '@parcelyard/contracts/call-stream';
import { fromFailure } from '../failure';
import { currentRequestId, remainingMs } from '../tracing/request-id';
import { currentTraceparent } from '../tracing/traced';
import { createCallStreams } from './call-streams';
import type { ChannelSecurity } from './channel-security';
import type { CallOptions, RpcClient, ServiceDefinition } from './definition';
import { type GrpcMethod, grpcDefinition, MAX_MESSAGE_BYTES } from './grpc-definition';
import { deadlineExceeded, fromServiceError, notSent } from './status-map';
import { type Reachability, watchReachability } from './watch-reachability';
import { type NameLookup, watchName } from './watched-name';

export interface RemoteClient<S extends ServiceDefinition> {
  readonly rpc: RpcClient<S>;
  close(): void;
}

interface Options {
  /**
   * `host:port`; `dns:///name:port`, to spread calls over all addresses of a headless service; or `ipv4:a:port,b:port`,
   * to spread calls over these addresses.
   */
  address: string;
  /** The service's name in its certificate, whatever its address; required with mutual TLS. */
  service?: string;
  /** Milliseconds for a call without its own timeout. Shortened to the time that is left for the current request. */
  defaultTimeoutMs?: number;
  /** When absent, calls are plain text and have no signature. */
  security?: ChannelSecurity | undefined;
  /** How names are resolved; the system's resolver when absent. */
  lookup?: NameLookup;
}

/** How often a call is sent again when no replica has begun it. The call's deadline may end these attempts earlier. */
const MAX_REFUSALS = 10;

/**
 * A server that closes a connection refuses the calls that it has not begun (RFC 9113 §8.7). grpc-js sends such a call
 * again once, but the next replica may also be closing its connection. Only the error's text distinguishes this refusal
 * from other failures.
 */
const wasNeverBegun = ({ code, details }: ServiceError): boolean =>
  code === status.UNAVAILABLE && details === 'Stream refused by server';

const OPEN_STREAM = grpcDefinition(CallStreamDefinition).open as GrpcMethod;

/** A larger request is sent as a unary call, because it would block the other calls of a stream. */
const MAX_STREAMED_BYTES = 64 * 1024;

/** A typed client over one channel: every call has a deadline, and every failure is a `DomainError`. */
export function createGrpcClient<S extends ServiceDefinition>(
  definition: S,
  options: Options,
): RemoteClient<S> {
  const { address, service, security, defaultTimeoutMs = 10_000, lookup } = options;
  // This variable is set below, because `watchReachability` needs the client. The name's resolver reads the variable
  // only after it is set.
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
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
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
        if (!watched.isReachable()) await watched.settled(deadline - Date.now());
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
  const streams = createCallStreams({
    isReachable: watched.isReachable,
    open: () => {
      const metadata = new Metadata();
      security?.sign(metadata);
      return client.makeBidiStreamRequest<StreamedCalls, StreamedAnswers>(
        OPEN_STREAM.path,
        OPEN_STREAM.requestSerialize,
        OPEN_STREAM.responseDeserialize as (bytes: Buffer) => StreamedAnswers,
        metadata,
      );
    },
  });
  const methods = Object.entries(grpcDefinition(definition)).map(([key, method]) => {
    const callUnary = unary(method);
    const name = definition.methods[key]?.name ?? key;
    const call = async (request: unknown, options: CallOptions = {}) => {
      if (!streams.areOpen()) return callUnary(request, options);
      const timeoutMs = Math.floor(Math.min(options.timeoutMs ?? defaultTimeoutMs, remainingMs()));
      if (timeoutMs <= 0) throw deadlineExceeded(method.path);
      const deadline = performance.now() + timeoutMs;
      const bytes = encoded(method, request);
      if (bytes.length > MAX_STREAMED_BYTES) return callUnary(request, options);
      const { requestId = currentRequestId() ?? '', traceparent = currentTraceparent() ?? '' } = options;
      const streamed = { method: name, request: bytes, timeoutMs, requestId, traceparent };
      const outcome = await streams.send(streamed, method.path);
      // The attempt over the stream has taken time, so the unary call gets only the rest of the call's time.
      if (!outcome) return callUnary(request, { ...options, timeoutMs: deadline - performance.now() });
      if (outcome.$case === 'response') return method.responseDeserialize(outcome.response);
      throw fromFailure(outcome.failure, { detail: `${method.path} answered ${outcome.failure.code}` });
    };
    return [
      key,
      (request: unknown, options?: CallOptions) => streams.counted(() => call(request, options)),
    ] as const;
  });
  return {
    rpc: Object.fromEntries(methods) as unknown as RpcClient<S>,
    close: () => {
      streams.close();
      client.close();
    },
  };
}

function encoded(method: GrpcMethod, request: unknown): Buffer {
  try {
    return method.requestSerialize(request);
  } catch (error) {
    throw notSent(method.path, error);
  }
}
