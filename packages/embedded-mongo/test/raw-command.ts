import { once } from 'node:events';
import { connect } from 'node:net';
import { type Document, deserialize, serialize } from 'bson';

/** Sends one command as it is, which a driver would dress with its own session, and returns the reply. */
export async function rawCommand(uri: string, command: Document): Promise<Document> {
  const { hostname, port } = new URL(uri);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = serialize(command);
  const header = Buffer.alloc(21);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(2013, 12);
  socket.write(Buffer.concat([header, body]));
  let reply: Buffer = Buffer.alloc(0);
  while (reply.length < 4 || reply.length < reply.readInt32LE(0)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    reply = Buffer.concat([reply, chunk]);
  }
  socket.destroy();
  return deserialize(reply.subarray(21));
}
