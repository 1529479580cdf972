import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

export interface MessageType<T> {
  encode(message: T, writer?: BinaryWriter): BinaryWriter;
  decode(input: BinaryReader | Uint8Array, length?: number): T;
}

/**
 * A type for the `MessageType` of any message. Its parameter has the type `never`, because TypeScript then accepts
 * functions with a parameter of any type.
 */
interface AnyMessageType {
  encode(message: never, writer?: BinaryWriter): BinaryWriter;
  decode(input: BinaryReader | Uint8Array, length?: number): unknown;
}

interface Method {
  readonly name: string;
  readonly requestType: AnyMessageType;
  readonly responseType: AnyMessageType;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

export interface ServiceDefinition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, Method>>;
}

type MessageOf<M> = M extends { decode(input: Uint8Array): infer T } ? T : never;
type RequestOf<M> = M extends { requestType: infer R } ? MessageOf<R> : never;
type ResponseOf<M> = M extends { responseType: infer R } ? MessageOf<R> : never;

export interface CallContext {
  /** Identifies the outside request in the log lines of all services. */
  readonly requestId: string;
  /** Aborts at the caller's deadline. */
  readonly signal: AbortSignal;
  /**
   * How many milliseconds were left until the caller's deadline when this call arrived. The calls that the handler
   * makes get a little less time.
   */
  readonly timeLeftMs?: number | undefined;
  /** W3C trace context of the call. */
  readonly traceparent?: string | undefined;
}

export interface CallOptions {
  /** When absent, the current request's id. */
  requestId?: string;
  /**
   * Milliseconds until the call fails with `deadline_exceeded`; the client's default when absent. Shortened to the time
   * that is left for the current request.
   */
  timeoutMs?: number;
  /** W3C trace context; the current one when absent. */
  traceparent?: string | undefined;
}

/** The server side of a service: one function per method. */
export type RpcHandlers<S extends ServiceDefinition> = {
  readonly [M in keyof S['methods']]: (
    request: RequestOf<S['methods'][M]>,
    context: CallContext,
  ) => Promise<ResponseOf<S['methods'][M]>>;
};

/**
 * The client side of a service. It has the same methods, whether the service is called over a socket or in the same
 * process.
 */
export type RpcClient<S extends ServiceDefinition> = {
  readonly [M in keyof S['methods']]: (
    request: RequestOf<S['methods'][M]>,
    options?: CallOptions,
  ) => Promise<ResponseOf<S['methods'][M]>>;
};
