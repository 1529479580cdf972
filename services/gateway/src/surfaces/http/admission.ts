import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './drainable-server';
import { readAgain, stopReading } from './unread';
import { createWaitingLine } from './waiting-line';

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
  /** Called for each request that is turned away. */
  onRefusal(bound: Bound): void;
  /** Called with the change in the number of connections that wait unread. */
  onWaiting(by: 1 | -1): void;
}

/** A connection over its limit is read only this often, so that others get their time. */
const SLOW_READ_MS = 100;

/** Milliseconds of `Retry-After`. */
const RETRY_AFTER_MS = 1_000;

/** When all places are taken, a request loses its place if its body takes longer than this. */
const SLOW_BODY_MS = 1_000;

/**
 * Share of the places that waiting connections do not get. Without it, callers who obey `Retry-After` would always find
 * every place taken by callers who came back at once.
 */
const FOR_NEWCOMERS = 1 / 8;

const turnedAway = new WeakSet<IncomingMessage>();

/** Notes that a request was refused because a line was full, which is no fault of ours. */
export const turnAway = (request: IncomingMessage): void => void turnedAway.add(request);

/** Whether `turnAway` noted the request. */
export const isTurnedAway = (request: IncomingMessage): boolean => turnedAway.has(request);

/**
 * Limits the requests in flight; one more is refused at once. A request keeps its place until its work has ended, even
 * when the caller hangs up or reads slowly. When the gateway is full, a request whose body takes over a second loses
 * its place. A refused connection is read again when a place is free or its waiting time has passed.
 */
export function admission(handler: RequestHandler, options: Options): RequestHandler {
  const { maxInFlight, maxPerConnection, waitMs = RETRY_AFTER_MS, onRefusal } = options;
  const onConnection = new WeakMap<Socket, number>();
  /** Requests whose bodies are still arriving, with their start times, the oldest first. */
  const arriving = new Map<IncomingMessage, number>();
  let inFlight = 0;
  const newcomers = Math.floor(maxInFlight * FOR_NEWCOMERS);

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

  const line = createWaitingLine({
    free: () => maxInFlight - newcomers - inFlight,
    waitMs,
    onChange: options.onWaiting,
  });

  const refuse = (request: IncomingMessage, response: ServerResponse, bound: Bound) => {
    onRefusal(bound);
    return options.refuse(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const here = onConnection.get(socket) ?? 0;
    if (here >= maxPerConnection) {
      readSlowly(socket);
      return refuse(request, response, 'connection');
    }
    if (inFlight >= maxInFlight && !makeRoom()) {
      if (response.shouldKeepAlive) line.join(socket);
      return refuse(request, response, 'gateway');
    }
    onConnection.set(socket, here + 1);
    response.once('close', () => {
      const left = (onConnection.get(socket) ?? 1) - 1;
      onConnection.set(socket, left);
      // The connection's next request waits behind the others; without this it would be refused.
      if (left === 0 && response.shouldKeepAlive && !line.isEmpty()) line.join(socket);
    });
    inFlight += 1;
    if (hasBody(request)) arriving.set(request, performance.now());
    const leave = () => {
      inFlight -= 1;
      arriving.delete(request);
      line.call();
    };
    const work = handler(request, response);
    if (work) work.then(leave, leave);
    else leave();
    return work;
  };
}

/** Slows one connection down even when places are free, so that others get their time. */
function readSlowly(socket: Socket): void {
  if (stopReading(socket)) setTimeout(readAgain, SLOW_READ_MS, socket).unref();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
