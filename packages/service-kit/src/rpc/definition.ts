import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

/** One message type as ts-proto generates it. */
export interface MessageType<T> {
  encode(message: T, writer?: BinaryWriter): BinaryWriter;
  decode(input: BinaryReader | Uint8Array, length?: number): T;
}

/** Any message type: it accepts only its own message, and its result is unknown. */
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

/** A service as ts-proto's generic definitions describe it. */
export interface ServiceDefinition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, Method>>;
}

type MessageOf<M> = M extends { decode(input: Uint8Array): infer T } ? T : never;
type RequestOf<M> = M extends { requestType: infer R } ? MessageOf<R> : never;
type ResponseOf<M> = M extends { responseType: infer R } ? MessageOf<R> : never;

/** A call's data besides its request. */
export interface CallContext {
  /** Connects the log lines of one outside request. */
  readonly requestId: string;
  /** Aborts at the caller's deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds until the caller's deadline when the call arrived. The calls that it makes get a little less. */
  readonly timeLeftMs?: number | undefined;
  /** W3C trace context of the call. */
  readonly traceparent?: string | undefined;
}

export interface CallOptions {
  /** When absent, the current request's id. */
  requestId?: string;
  /**
   * Milliseconds until the call fails with `deadline_exceeded`; the client's default when absent. Never more than the
   * served request has left.
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

/** The client side of a service. It is the same for a socket and in-process. */
export type RpcClient<S extends ServiceDefinition> = {
  readonly [M in keyof S['methods']]: (
    request: RequestOf<S['methods'][M]>,
    options?: CallOptions,
  ) => Promise<ResponseOf<S['methods'][M]>>;
};
