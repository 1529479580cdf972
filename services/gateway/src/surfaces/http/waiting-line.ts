import type { Socket } from 'node:net';
import { readAgain, stopReading } from './unread';

export interface WaitingLine {
  /** Not read until its turn has come, or its time has passed. */
  join(socket: Socket): void;
  /** To be told whenever a place may have become free. */
  call(): void;
  isEmpty(): boolean;
}

interface Options {
  /** How many of the waiting requests may go on now. */
  free(): number;
  /** Nobody's request stays unread for longer. */
  readonly waitMs: number;
  /** Told how many more wait, or fewer. */
  onChange(by: 1 | -1): void;
}

/**
 * Connections that are not read while the gateway is full, the one that has waited longest first. Whoever asks again at
 * once waits in the kernel's buffers, which costs nothing, instead of being refused, which costs a fifth of a call.
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

  // From one turn of the event loop to the next a connection that is read again brings what waits in its buffer. One that
  // brought nothing has taken no place, and the next one is called.
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
