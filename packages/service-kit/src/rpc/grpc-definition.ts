import type { MessageType, ServiceDefinition } from './definition';

export interface GrpcMethod {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: false;
  requestSerialize(value: unknown): Buffer;
  requestDeserialize(bytes: Uint8Array): unknown;
  responseSerialize(value: unknown): Buffer;
  responseDeserialize(bytes: Uint8Array): unknown;
}

/** grpc-js's own description of the methods, shared with the client. */
export function grpcDefinition(definition: ServiceDefinition): Record<string, GrpcMethod> {
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => {
      const request = method.requestType as unknown as MessageType<unknown>;
      const response = method.responseType as unknown as MessageType<unknown>;
      return [
        key,
        {
          path: `/${definition.fullName}/${method.name}`,
          requestStream: false,
          responseStream: false,
          requestSerialize: (value: unknown) => Buffer.from(request.encode(value).finish()),
          requestDeserialize: (bytes: Uint8Array) => request.decode(bytes),
          responseSerialize: (value: unknown) => Buffer.from(response.encode(value).finish()),
          responseDeserialize: (bytes: Uint8Array) => response.decode(bytes),
        },
      ] as const;
    }),
  );
}
