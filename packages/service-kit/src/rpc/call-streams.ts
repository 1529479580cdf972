import type { StreamedAnswer } from '@parcelyard/contracts/call-stream';
import { type CallDuplex, type CallStream, openCallStream, type WaitingCall } from './call-stream';
import { deadlineExceeded, fromServiceError } from './status-map';

interface Channel {
  /** Whether any replica is connected now. While none is connected, no stream is opened. */
  isReachable(): boolean;
  open(): CallDuplex;
}

export interface CallStreams {
  /**
   * Runs a call, and counts it as running until its promise settles. Streams are opened when several calls run at one
   * time.
   */
  counted<T>(call: () => Promise<T>): Promise<T>;
  /** Whether a stream is open. Without an open stream, calls are sent as unary calls. */
  areOpen(): boolean;
  /**
   * Sends a call. Calls that start in the same turn of the event loop are sent in one message.
   * @param path the service and the method, for error messages
   * @returns undefined when the server has not begun the call
   * @throws DomainError `deadline_exceeded` when the call's time is over, `unavailable` when the stream breaks
   */
  send(call: WaitingCall['call'], path: string): Promise<StreamedAnswer['outcome']>;
  close(): void;
}

/** grpc-js opens each new stream on the next replica. So with four streams, the calls go to up to four replicas. */
const MAX_STREAMS = 4;

/**
 * The age at which a stream may be replaced by a new stream, so that new replicas get calls. The old stream accepts
 * calls for another 50 ms, in which the new stream is opened.
 */
const STREAM_MS = 100;

/** Maximum calls in one message, to limit its size. */
const MAX_CALLS = 64;

/**
 * Sends the calls of a busy channel through a few streams (docs/adr/0052). The first stream is opened when two calls
 * run at the same time, the second when three do, and so on.
 */
export function createCallStreams({ isReachable, open }: Channel): CallStreams {
  const streams: CallStream[] = [];
  const timers = new Map<CallStream, NodeJS.Timeout>();
  /** Streams that are being opened, plus open streams that are younger than `STREAM_MS`. */
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
    send: (call, path) =>
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
          reject: settle((error) => reject(fromServiceError(error, path))),
        };
        const timer = setTimeout(() => {
          waiting.leave?.();
          turn = turn.filter((each) => each !== waiting);
          reject(deadlineExceeded(path));
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
