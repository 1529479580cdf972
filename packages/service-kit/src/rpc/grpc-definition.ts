import type { MessageType, ServiceDefinition } from './definition';

/** Limit for a request and for a response, in the client and in the server. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface GrpcMethod {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: false;
  requestSerialize(value: unknown): Buffer;
  requestDeserialize(bytes: Uint8Array): unknown;
  responseSerialize(value: unknown): Buffer;
  responseDeserialize(bytes: Uint8Array): unknown;
}

/** The methods as grpc-js describes them. Client and server use the same description. */
export function grpcDefinition(definition: ServiceDefinition): Record<string, GrpcMethod> {
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => {
      const request = method.requestType as unknown as MessageType<unknown>;
      const response = method.responseType as unknown as MessageType<unknown>;
      const encoded = new WeakMap<object, Buffer>();
      return [
        key,
        {
          path: `/${definition.fullName}/${method.name}`,
          requestStream: false,
          responseStream: false,
          requestSerialize: (value: unknown) => bytesOf(request, value),
          requestDeserialize: (bytes: Uint8Array) => request.decode(bytes),
          responseSerialize: (value: unknown) => {
            // A service freezes an answer that it caches and returns again. So the bytes of a frozen answer are cached,
            // too.
            if (!Object.isFrozen(value)) return bytesOf(response, value);
            const known = encoded.get(value as object) ?? bytesOf(response, value);
            encoded.set(value as object, known);
            return known;
          },
          responseDeserialize: (bytes: Uint8Array) => response.decode(bytes),
        },
      ] as const;
    }),
  );
}

/** A Buffer over the encoder's bytes, without a copy, because no other code uses these bytes. */
function bytesOf(type: MessageType<unknown>, value: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = type.encode(value).finish();
  return Buffer.from(buffer, byteOffset, byteLength);
}
