import { connect, type Socket } from 'node:net';
import { processorTime } from './processor-time';

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  /**
   * Requests as bytes. Each connection starts at a different request, so that two connections do not use the same token
   * at once.
   */
  requests: readonly Buffer[];
  /** Processes whose processor time counts, together with all processes that they started. */
  roots: readonly number[];
}

export interface Figures {
  perSecond: number;
  /** Processor time of the server for one request, in milliseconds. */
  cpuMs: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Returns a request as bytes. Requests are encoded before the load: on two cores, encoding during the load would slow
 * the server.
 */
export function encodeRequest(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  body: string,
): Buffer {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head}\r\n${body}`);
}

/**
 * Sends requests to one endpoint for some seconds and measures. Each connection sends its next request when the last
 * request was completely answered.
 * @throws Error when an answer was not 2xx or a connection failed, because figures of failures are useless
 */
export async function measureLoad({ url, connections, seconds, requests, roots }: Load): Promise<Figures> {
  const sockets = await openConnections(url, connections);
  const processorBefore = processorTime(roots);
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const times: number[] = [];
  try {
    await Promise.all(
      sockets.map(async (socket, place) => {
        const walk = exchange(socket);
        let at = Math.floor((place / connections) * requests.length);
        for (let sent = performance.now(); sent < end; at = (at + 1) % requests.length) {
          await walk(requests[at] as Buffer);
          const answered = performance.now();
          times.push(answered - sent);
          sent = answered;
        }
      }),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const elapsed = (performance.now() - begun) / 1000;
  const cpuMs = (processorTime(roots) - processorBefore) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, cpuMs, p50: at(0.5), p99: at(0.99) };
}

/**
 * Sends each request once and measures the time until the last answer. A connection sends its next request when its
 * last request was answered.
 * @returns how long it took, and how many answers were refusals of a tool
 * @throws Error when an answer was not 2xx
 */
export async function sendEach(
  url: string,
  connections: number,
  requests: readonly Buffer[],
): Promise<{ seconds: number; refused: number }> {
  const sockets = await openConnections(url, connections);
  const queue = requests.values();
  let refused = 0;
  const begun = performance.now();
  try {
    await Promise.all(
      sockets.map(async (socket) => {
        const walk = exchange(socket);
        for (const request of queue) {
          const answer = await walk(request);
          if (!answer.includes('"isError":true')) continue;
          refused += 1;
          console.error(answer.toString('utf8', answer.indexOf('\r\n\r\n') + 4));
        }
      }),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return { seconds: (performance.now() - begun) / 1000, refused };
}

export function openConnections(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  return Promise.all(Array.from({ length: count }, () => openConnection(Number(port), hostname)));
}

function openConnection(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/**
 * Returns a function that sends one request and resolves when its answer is complete. It sends one request at a time.
 */
function exchange(socket: Socket): (request: Buffer) => Promise<Buffer> {
  let chunks: Buffer[] = [];
  let settle: { resolve(answer: Buffer): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => settle?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('A connection was closed before its answer was whole.')));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    const answer = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    if (!isWhole(answer)) return;
    chunks = [];
    const status = answer.toString('latin1', 9, 12);
    if (status.startsWith('2')) settle?.resolve(answer);
    else fail(new Error(`An answer was ${status}: ${answer.toString('utf8', 0, 2_000)}`));
  });
  return (request) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('A connection was closed between two requests.'));
      settle = { resolve, reject };
      socket.write(request);
    });
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** True when an answer is complete. */
export function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, headEnd))?.[1];
  if (length !== undefined) return answer.length >= headEnd + 4 + Number(length);
  return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
