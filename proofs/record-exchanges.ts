import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Starts a proxy in front of an HTTP server on this machine. The proxy records requests and answers.
 * @param target the server's `host:port`
 * @param change changes an answer's body before it is sent to the caller
 */
export async function recordExchanges(target: string, change = (body: string) => body) {
  const exchanges: Exchange[] = [];
  const [host, port] = target.split(':');
  const server = createServer(async (asked, answer) => {
    const { method = '', url: path = '/', headers } = asked;
    const sent = await read(asked);
    // The proxy reads bodies as text, so it asks the server for uncompressed answers.
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const onward = request({ host, port, method, path, headers: plain }, async (response) => {
      const body = change(await read(response));
      const status = response.statusCode ?? 502;
      exchanges.push({ method, path, sent, status, body });
      const type = response.headers['content-type'] ?? 'application/json';
      answer.writeHead(status, { 'content-type': type }).end(body);
    });
    onward.on('error', () => asked.socket.destroy());
    onward.end(sent);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** The proxy's `host:port`, to be called instead of the server's. */
    host: own,
    url: `http://${own}`,
    exchanges,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

async function read(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
