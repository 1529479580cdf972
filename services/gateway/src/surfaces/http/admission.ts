import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './drainable-server';
import { readAgain, stopReading } from './unread';
import { createWaitingLine } from './waiting-line';

/** What ran out. */
export type Bound = 'gateway' | 'connection';

interface Options {
  /** Requests that are worked on at one time. */
  readonly maxInFlight: number;
  /** Requests of one connection without their whole answer. */
  readonly maxPerConnection: number;
  /** Milliseconds that a refused caller is told to wait. */
  readonly waitMs?: number;
  /** Answers a request for which there is no room. */
  readonly refuse: RequestHandler;
  /** Told of each request that is turned away. */
  onRefusal(bound: Bound): void;
  /** Told how many more connections wait unread, or fewer. */
  onWaiting(by: 1 | -1): void;
}

/** A connection that sends more than its limit is read only so often, so that others get their time. */
const SLOW_READ_MS = 100;

/** What `Retry-After` says. */
const RETRY_AFTER_MS = 1_000;

/** A body may take so long before its place goes to somebody who has sent theirs. */
const SLOW_BODY_MS = 1_000;

/**
 * Places that the line does not take: without them, callers who stay away for the second that they were told to wait
 * would always find that those who came back at once had taken every place.
 */
const FOR_NEWCOMERS = 1 / 8;

const turnedAway = new WeakSet<IncomingMessage>();

/** Notes that a request was refused behind the door because a line was full: it is no fault of ours. */
export const turnAway = (request: IncomingMessage): void => void turnedAway.add(request);

/** Whether a request was turned away so. */
export const isTurnedAway = (request: IncomingMessage): boolean => turnedAway.has(request);

/**
 * As many requests at one time as can be worked on well; one more is turned away at once instead of waiting behind the
 * others. A request has its place until its work has ended, read or not, so that neither callers who hang up nor slow
 * readers move the bound. One that has not sent its body after a second keeps its place only while there is room. A
 * connection that was refused is not read again before a place is free for it, or the time that it was told has passed.
 */
export function admission(handler: RequestHandler, options: Options): RequestHandler {
  const { maxInFlight, maxPerConnection, waitMs = RETRY_AFTER_MS, onRefusal } = options;
  const onConnection = new WeakMap<Socket, number>();
  /** Since when requests have been sending their bodies, the oldest first. */
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
      // Whoever was answered asks its next behind those who wait; without this it would be refused that one.
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

/** A flood of one connection leaves time for the others, free places or not. */
function readSlowly(socket: Socket): void {
  if (stopReading(socket)) setTimeout(readAgain, SLOW_READ_MS, socket).unref();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
