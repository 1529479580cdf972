import type { Socket } from 'node:net';
import { readAgain, stopReading } from './unread';

export interface WaitingLine {
  /** Stops reading the connection until its turn comes or its time has passed. */
  join(socket: Socket): void;
  /** To be called whenever a place may be free. */
  call(): void;
  isEmpty(): boolean;
}

interface Options {
  /** How many of the waiting connections may go on now. */
  free(): number;
  /** Milliseconds after which a waiting connection is read again in any case. */
  readonly waitMs: number;
  /** Called with the change in the number of waiting connections. */
  onChange(by: 1 | -1): void;
}

/**
 * Connections that are not read while the gateway is full; the longest wait ends first. Callers who retry at once wait
 * in the kernel's buffers for free; a refusal would cost a fifth of a call.
 */
export function createWaitingLine({ free, waitMs, onChange }: Options): WaitingLine {
  const waiting = new Map<Socket, number>();
  let isCalled = false;
  let isTimed = false;

  const release = (socket: Socket) => {
    waiting.delete(socket);
    onChange(-1);
    if (!socket.destroyed) readAgain(socket);
  };

  // A connection that is read again delivers its buffered request by the next turn of the event loop. If it delivers
  // none, its place is still free, and the next connection is called.
  const callNext = () => {
    isCalled = false;
    let places = free();
    if (places <= 0) return;
    for (const socket of waiting.keys()) {
      release(socket);
      places -= 1;
      if (places === 0) break;
    }
    call();
  };

  const call = () => {
    if (isCalled || waiting.size === 0) return;
    isCalled = true;
    setImmediate(callNext);
  };

  const wakeAfter = (ms: number) => {
    isTimed = true;
    setTimeout(endWaits, ms).unref();
  };

  const endWaits = () => {
    isTimed = false;
    const now = performance.now();
    for (const [socket, until] of waiting) {
      if (until > now) return wakeAfter(until - now);
      release(socket);
    }
  };

  return {
    join: (socket) => {
      if (socket.destroyed || !stopReading(socket)) return;
      waiting.set(socket, performance.now() + waitMs);
      onChange(1);
      if (!isTimed) wakeAfter(waitMs);
    },
    call,
    isEmpty: () => waiting.size === 0,
  };
}
