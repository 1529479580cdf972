import type { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

/** One message type as ts-proto generates it. */
export interface MessageType<T> {
  encode(message: T, writer?: BinaryWriter): BinaryWriter;
  decode(input: BinaryReader | Uint8Array, length?: number): T;
}

/** A message type whatever its message: it takes what only the exact type has, and gives what nobody may look into. */
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
  /** What the contract says of the method beside its types. */
  readonly options?: { readonly idempotencyLevel?: string };
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

/** What a call carries beside its request. */
export interface CallContext {
  /** Ties the log lines of one outside request together. */
  readonly requestId: string;
  /** Aborts at the caller's deadline. */
  readonly signal: AbortSignal;
  /** Milliseconds that the caller gave the call when it came; what it calls in turn gets a little less. */
  readonly timeLeftMs?: number | undefined;
  /** W3C trace context that came with the call. */
  readonly traceparent?: string | undefined;
}

export interface CallOptions {
  /** The present request's when absent. */
  requestId?: string;
  /**
   * Milliseconds until the call fails `deadline_exceeded`, the client's default when absent; fewer when the request that
   * is being served has fewer left.
   */
  timeoutMs?: number;
  /** W3C trace context; the present one when absent. */
  traceparent?: string | undefined;
}

/** The server's side of a service: one function a method. */
export type RpcHandlers<S extends ServiceDefinition> = {
  readonly [M in keyof S['methods']]: (
    request: RequestOf<S['methods'][M]>,
    context: CallContext,
  ) => Promise<ResponseOf<S['methods'][M]>>;
};

/** The caller's side; the same whether the service is behind a socket or in this process. */
export type RpcClient<S extends ServiceDefinition> = {
  readonly [M in keyof S['methods']]: (
    request: RequestOf<S['methods'][M]>,
    options?: CallOptions,
  ) => Promise<ResponseOf<S['methods'][M]>>;
};
