import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { ChannelCredentials, Client } from '@grpc/grpc-js';

export const SERVING = 1;
export const NOT_SERVING = 2;

/** Returns a service's state in the health protocol, requested in plain text as a kubelet does. */
export async function checkHealth(address: string, service: string): Promise<number> {
  const client = new Client(address, ChannelCredentials.createInsecure());
  try {
    return await new Promise((resolve, reject) =>
      client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        (name: string) => Buffer.from(new BinaryWriter().uint32(10).string(name).finish()),
        (bytes: Buffer) => {
          const reader = new BinaryReader(bytes);
          return reader.uint32() === 8 ? reader.int32() : 0;
        },
        service,
        { deadline: Date.now() + 60_000 },
        (error, status) => (error ? reject(error) : resolve(status ?? 0)),
      ),
    );
  } finally {
    client.close();
  }
}
