import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a text is sent unchanged. */
  body: unknown;
}

/** What happens to a call instead of its normal answer. */
export type Mishap = Answer | 'the connection breaks' | 'the answer is lost' | 'a web page';

/** Starts a store's HTTP server, with what tests need. Each mishap happens to one call. */
export async function startStoreDouble(answer: (call: Call) => Answer) {
  const calls: Call[] = [];
  const mishaps: Mishap[] = [];
  const hooks: { onCall?: (call: Call, count: number) => unknown } = {};
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const call = { method, url: new URL(url, 'http://store'), headers, body };
      calls.push(call);
      await hooks.onCall?.(call, calls.length);
      const mishap = mishaps.shift();
      if (mishap === 'the connection breaks') request.socket.destroy();
      else if (mishap === 'the answer is lost') {
        answer(call);
        request.socket.destroy();
      } else if (mishap === 'a web page') send(response, { body: '<html>Be right back!</html>' });
      else send(response, mishap ?? answer(call));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** `host:port`, which `EGRESS_ALLOW` must list as an exception. */
    host,
    calls,
    hooks,
    /** Lets these mishaps happen to the next calls, one to each. */
    mishap: (...next: Mishap[]) => mishaps.push(...next),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(text);
}
