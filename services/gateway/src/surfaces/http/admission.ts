import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './drainable-server';
import { OverloadQueue } from './overload-queue';
import { readingOf, readWithCare } from './reading';
import type { RequestHead } from './request-head';

/** Which limit was reached: of the whole gateway, or of one connection. */
export type Bound = 'gateway' | 'connection';

interface Options {
  readonly maxInFlight: number;
  /** How many requests of one connection may be unanswered. */
  readonly maxPerConnection: number;
  /**
   * When a request is refused because the gateway is full, nothing is read from the request's connection for this many
   * milliseconds.
   */
  readonly waitMs?: number;
  /** Answers a request that is refused because the gateway is full. */
  readonly refuse: RequestHandler;
  /** Returns the answer of `refuse` as text, for a request that was not parsed. */
  refusal(head: RequestHead): string;
  /**
   * True while connections are being closed. Requests are then parsed before they are refused, because only the answer
   * to a parsed request can have `connection: close`.
   */
  isDraining?(): boolean;
  onRefusal(bound: Bound): void;
}

export interface Admission {
  readonly handler: RequestHandler;
  /** Must be called for each new connection, after Node's parser listens to it. */
  onConnection(socket: Socket): void;
}

/**
 * After the gateway was full, new requests are refused for some seconds while this share of `maxInFlight` is in
 * progress, because so many requests already keep the processor busy.
 */
const QUEUE_SHARE = 1 / 4;

/** Milliseconds between two reads of a connection over its limit. Meanwhile, other connections get processor time. */
const SLOW_READ_MS = 100;

/** Milliseconds of `Retry-After`. */
const RETRY_AFTER_MS = 1_000;

/** When the gateway is full, it closes a connection on which a body has been arriving for longer than this. */
const SLOW_BODY_MS = 1_000;

const busyRequests = new WeakSet<IncomingMessage>();

/** Marks a request that was refused because a queue was full. Metrics do not count it as an error of ours. */
export const markBusy = (request: IncomingMessage): void => void busyRequests.add(request);

export const isBusyRequest = (request: IncomingMessage): boolean => busyRequests.has(request);

/**
 * Limits how many requests are in progress, in the gateway and on one connection. A request over a limit is refused at
 * once, if possible without parsing it. When the gateway is full, nothing is read from the refused connection for a
 * second, and fewer requests are accepted for some seconds (see `OverloadQueue`).
 *
 * A request counts until its work has ended, even if the caller has disconnected. But when the gateway is full, it
 * closes a connection on which a body has been arriving for more than a second.
 */
export function admission(work: RequestHandler, options: Options): Admission {
  const { maxInFlight, maxPerConnection, waitMs = RETRY_AFTER_MS, onRefusal } = options;
  /** Requests whose bodies are still arriving, with the times at which they began, the oldest first. */
  const arriving = new Map<IncomingMessage, number>();
  /** Requests whose connections were closed to make room, and whose work has not ended yet. */
  const closing = new Set<IncomingMessage>();
  const queue = new OverloadQueue(maxInFlight * QUEUE_SHARE);
  let inFlight = 0;

  const makeRoom = (): boolean => {
    for (const [request, since] of arriving) {
      if (request.complete) {
        arriving.delete(request);
        continue;
      }
      if (performance.now() - since < SLOW_BODY_MS) return false;
      arriving.delete(request);
      closing.add(request);
      request.socket.destroy();
      return true;
    }
    return false;
  };

  const isFull = (): boolean => {
    if (queue.isFull()) return true;
    if (inFlight - closing.size < maxInFlight || makeRoom()) return false;
    queue.overflowed();
    return true;
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, bound: Bound) => {
    onRefusal(bound);
    readingOf(request.socket)?.pauseFor(bound === 'gateway' ? waitMs : SLOW_READ_MS);
    return options.refuse(request, response);
  };

  const handler: RequestHandler = (request, response) => {
    const reading = readingOf(request.socket);
    const before = reading?.unanswered ?? 0;
    if (reading) {
      reading.parsed += 1;
      reading.unanswered += 1;
      response.once('close', () => {
        reading.unanswered -= 1;
      });
    }
    if (before >= maxPerConnection) return refuse(request, response, 'connection');
    if (isFull()) return refuse(request, response, 'gateway');
    inFlight += 1;
    queue.enter(request);
    if (hasBody(request)) arriving.set(request, performance.now());
    const leave = () => {
      inFlight -= 1;
      queue.leave(request);
      arriving.delete(request);
      closing.delete(request);
    };
    const done = work(request, response);
    if (done) done.then(leave, leave);
    else leave();
    return done;
  };

  return {
    handler,
    onConnection: (socket) =>
      readWithCare(socket, (head) => {
        if (!isFull() || options.isDraining?.()) return undefined;
        onRefusal('gateway');
        readingOf(socket)?.pauseFor(waitMs);
        return options.refusal(head);
      }),
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
