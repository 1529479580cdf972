import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  /** The raw body of the request. */
  body: string;
}

/** A receiver's answer: a status, now or later, or no answer. */
type Answer = number | Promise<number> | 'hangs';

/** Starts a merchant's endpoint that records the requests that it gets. */
export async function startReceiver() {
  const received: ReceivedEvent[] = [];
  let answer: (event: ReceivedEvent) => Answer = () => 200;
  let open = 0;
  let mostOpen = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { url: path = '', method = '', headers } = request;
    const event = { path, method, headers, body };
    const given = answer(event);
    received.push(event);
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    const status = await given;
    if (status !== 'hangs') response.writeHead(status, { location: '/elsewhere' }).end('{"received":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    received,
    answers: (given: typeof answer) => {
      answer = given;
    },
    /** Returns how many requests are open now, and the maximum so far. */
    open: () => open,
    mostOpen: () => mostOpen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
