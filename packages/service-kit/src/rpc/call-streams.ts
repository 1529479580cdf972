import type { StreamedAnswer } from '@parcelyard/contracts/call-stream';
import { type CallDuplex, type CallStream, openCallStream, type WaitingCall } from './call-stream';
import { deadlineExceeded, fromServiceError } from './status-map';

interface Channel {
  /** Whether any replica is connected now. A stream does not wait for a replica. */
  isReachable(): boolean;
  open(): CallDuplex;
}

/** The open streams of one channel. */
export interface CallStreams {
  /** Counts a call as running until its promise settles. Streams are opened when several calls run at one time. */
  counted<T>(call: () => Promise<T>): Promise<T>;
  /** Whether a stream is open. Without one, calls are sent as unary calls. */
  areOpen(): boolean;
  /**
   * Sends a call with those that start in the same turn of the event loop.
   * @returns undefined when the server has not begun the call
   * @throws DomainError `deadline_exceeded` after the call's time, `unavailable` when the stream breaks
   */
  send(call: WaitingCall['call']): Promise<StreamedAnswer['outcome']>;
  close(): void;
}

/** The channel sends each stream to another replica, so several streams share the calls among replicas. */
const MAX_STREAMS = 4;

/**
 * After this time, a busy channel opens another stream in the place of this one, so that new replicas get calls. Half
 * as long afterwards, this stream ends.
 */
const STREAM_MS = 100;

/** Maximum calls in one message, to limit its size. */
const MAX_CALLS = 64;

/**
 * Streams that transport the calls of a busy channel (docs/adr/0052). Two calls at a time open the first stream, and
 * further calls at a time open more.
 */
export function createCallStreams({ isReachable, open }: Channel): CallStreams {
  const streams: CallStream[] = [];
  const timers = new Map<CallStream, NodeJS.Timeout>();
  /** Streams that are being opened, and open streams that another one does not replace yet. */
  let present = 0;
  let running = 0;
  let turn: WaitingCall[] = [];

  const retire = (stream: CallStream) => {
    clearTimeout(timers.get(stream));
    timers.delete(stream);
    const at = streams.indexOf(stream);
    if (at >= 0) streams.splice(at, 1);
  };

  const grow = () => {
    if (present >= MAX_STREAMS || running < present + 2 || !isReachable()) return;
    present += 1;
    let isPresent = true;
    const makeRoom = () => {
      if (isPresent) present -= 1;
      isPresent = false;
    };
    openCallStream(open(), {
      onOpen: (stream) => {
        streams.push(stream);
        const end = () => {
          retire(stream);
          stream.end();
        };
        const age = () => {
          makeRoom();
          timers.set(stream, setTimeout(end, STREAM_MS / 2));
        };
        timers.set(stream, setTimeout(age, STREAM_MS));
      },
      onClose: (stream) => {
        makeRoom();
        retire(stream);
      },
    });
  };

  const flush = () => {
    const calls = turn;
    turn = [];
    const stream = streams.shift();
    if (!stream) for (const call of calls) call.resolve(undefined);
    else {
      streams.push(stream);
      for (let at = 0; at < calls.length; at += MAX_CALLS) stream.send(calls.slice(at, at + MAX_CALLS));
    }
  };

  return {
    counted: async (call) => {
      running += 1;
      grow();
      try {
        return await call();
      } finally {
        running -= 1;
      }
    },
    areOpen: () => streams.length > 0,
    send: (call) =>
      new Promise((resolve, reject) => {
        const settle =
          <T>(pass: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            pass(value);
          };
        const waiting: WaitingCall = {
          call,
          resolve: settle(resolve),
          reject: settle((error) => reject(fromServiceError(error, call.method))),
        };
        const timer = setTimeout(() => {
          waiting.leave?.();
          turn = turn.filter((each) => each !== waiting);
          reject(deadlineExceeded(call.method));
        }, call.timeoutMs);
        if (turn.push(waiting) === 1) setImmediate(flush);
      }),
    close: () => {
      for (const stream of [...streams]) {
        retire(stream);
        stream.end();
      }
    },
  };
}
