import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Parcelyard, type ParcelyardOptions } from '../../src';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One answer. `drop` accepts the request and closes the connection; `hang` never answers. */
type Step =
  | 'drop'
  | 'hang'
  | { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };

export interface ScriptedServer {
  readonly received: Received[];
  /** How many milliseconds the client waited before each retry. */
  readonly waited: number[];
  /** Sets the next answers. After the last step, every answer is 200. */
  script(...steps: Step[]): void;
  client(options?: Partial<ParcelyardOptions>): Parcelyard;
  close(): Promise<void>;
}

/** Starts a server that fails as a test says. Its clients record the pauses before retries, but do not really wait. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const received: Received[] = [];
  const waited: number[] = [];
  let steps: Step[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const step = steps.shift() ?? {};
    if (step === 'hang') return;
    if (step === 'drop') return request.socket.destroy();
    const { status = 200, body, text } = step;
    response.writeHead(status, { 'x-request-id': 'req-1', ...step.headers });
    response.end(text ?? JSON.stringify({ success: status < 300, ...(body ?? { result: { id: 10482 } }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    waited.push(milliseconds);
    signal?.throwIfAborted();
  };
  return {
    received,
    waited,
    script: (...next) => {
      received.length = 0;
      waited.length = 0;
      steps = next;
    },
    client: (options) =>
      new Parcelyard({ baseUrl, accessToken: 'token', ...options }, { sleep, random: () => 1 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
