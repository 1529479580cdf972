import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './drainable-server';
import { readingOf, readWithCare } from './reading';
import type { RequestHead } from './request-head';
import { StandingQueue } from './standing-queue';

/** Which limit was reached. */
export type Bound = 'gateway' | 'connection';

interface Options {
  /** Requests that are worked on at one time. */
  readonly maxInFlight: number;
  /** Requests of one connection that are not fully answered. */
  readonly maxPerConnection: number;
  /** Milliseconds that a refused caller is told to wait. */
  readonly waitMs?: number;
  /** Answers a request that found no room. */
  readonly refuse: RequestHandler;
  /** The same answer as text, for a request that was not parsed. */
  refusal(head: RequestHead): string;
  /** Whether connections are being closed, which only parsed requests are told. */
  isDraining?(): boolean;
  /** Called for each request that is turned away. */
  onRefusal(bound: Bound): void;
}

export interface Admission {
  readonly handler: RequestHandler;
  /** To be called for each connection, when Node's parser listens to it. */
  onConnection(socket: Socket): void;
}

/** Of the requests in flight, those that suffice to keep the processor busy. */
const QUEUE_SHARE = 1 / 4;

/** A connection over its limit is read only this often, so that others get their time. */
const SLOW_READ_MS = 100;

/** Milliseconds of `Retry-After`. */
const RETRY_AFTER_MS = 1_000;

/** When all places are taken, a request loses its place if its body takes longer than this. */
const SLOW_BODY_MS = 1_000;

const turnedAway = new WeakSet<IncomingMessage>();

/** Notes that a request was refused because a line was full, which is no fault of ours. */
export const turnAway = (request: IncomingMessage): void => void turnedAway.add(request);

/** Whether `turnAway` noted the request. */
export const isTurnedAway = (request: IncomingMessage): boolean => turnedAway.has(request);

/**
 * Limits the requests in flight, to a quarter for the seconds after they were too many; one more is refused at once,
 * unparsed where that is possible. A request keeps its place until its work has ended, even when the caller hangs up or
 * reads slowly. When the gateway is full, a request whose body takes over a second loses its place. What a refused
 * connection sends before its second has passed waits until then.
 */
export function admission(work: RequestHandler, options: Options): Admission {
  const { maxInFlight, maxPerConnection, waitMs = RETRY_AFTER_MS, onRefusal } = options;
  /** Requests whose bodies are still arriving, with their start times, the oldest first. */
  const arriving = new Map<IncomingMessage, number>();
  const queue = new StandingQueue(maxInFlight * QUEUE_SHARE);
  let inFlight = 0;

  const makeRoom = (): boolean => {
    for (const [request, since] of arriving) {
      if (request.complete) {
        arriving.delete(request);
        continue;
      }
      if (performance.now() - since < SLOW_BODY_MS) return false;
      arriving.delete(request);
      request.socket.destroy();
      return true;
    }
    return false;
  };

  const isFull = (): boolean => {
    if (queue.isFull()) return true;
    if (inFlight < maxInFlight || makeRoom()) return false;
    queue.overflowed();
    return true;
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, bound: Bound) => {
    onRefusal(bound);
    readingOf(request.socket)?.keepQuiet(bound === 'gateway' ? waitMs : SLOW_READ_MS);
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
        readingOf(socket)?.keepQuiet(waitMs);
        return options.refusal(head);
      }),
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
