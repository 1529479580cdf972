import type { Socket } from 'node:net';
import { type RequestHead, requestHead } from './request-head';

/** Bytes of pipelined requests that are parsed in one turn of the event loop: about forty requests. */
const SLICE = 16_384;

/** Answers a request before it is parsed. @returns undefined when the request must be parsed */
type Refuse = (head: RequestHead) => string | undefined;

const readings = new WeakMap<Socket, Reading>();

/** The reading state of a connection; undefined when `readWithCare` was not called for it. */
export const readingOf = (socket: Socket): Reading | undefined => readings.get(socket);

/**
 * Puts a `Reading` between a connection and Node's HTTP parser. It refuses requests without parsing them, at a tenth of
 * the cost. It parses one slice of a connection in each turn of the event loop. Other bytes wait.
 */
export function readWithCare(socket: Socket, refuse: Refuse): void {
  const parse = socket.listeners('data')[0] as (bytes: Buffer) => void;
  socket.removeListener('data', parse);
  const reading = new Reading(socket, (bytes) => parse.call(socket, bytes), refuse);
  readings.set(socket, reading);
  socket.on('data', (bytes: Buffer) => reading.take(bytes));
}

export class Reading {
  /** Requests that were parsed and have no complete answer yet. */
  unanswered = 0;
  /** Requests that were parsed so far. Node closes a connection whose parser got no request for long. */
  parsed = 0;
  /** Bytes of the current request that have not arrived yet. */
  private left = 0;
  private isRefused = false;
  /** Whether we know where each request ends. A connection that pipelines or sends chunks stays unknown. */
  private isPlain = true;
  private quiet: NodeJS.Timeout | undefined;
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private isHeld = false;

  constructor(
    private readonly socket: Socket,
    private readonly parse: (bytes: Buffer) => void,
    private readonly refuse: Refuse,
  ) {
    // Node resumes a connection whenever a body is read. A held connection must then be paused again.
    socket.on('resume', () => {
      if (this.isHeld) socket.pause();
    });
  }

  /** Bytes that arrive within the next milliseconds wait until these have passed. */
  pauseFor(ms: number): void {
    clearTimeout(this.quiet);
    this.quiet = ms > 0 ? setTimeout(this.endQuiet, ms).unref() : undefined;
  }

  private endQuiet = () => {
    this.quiet = undefined;
    if (this.kept.length > 0) this.goOn();
  };

  take(bytes: Buffer): void {
    if (this.kept.length === 0 && !this.quiet && this.isForOneTurn(bytes)) {
      this.read(bytes);
      return;
    }
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
    this.hold();
    if (this.kept.length === 1 && !this.quiet) setImmediate(this.goOn);
  }

  /** Pauses the connection only when more than a slice waits: pausing and resuming costs as much as a refusal. */
  private hold(): void {
    const wasHeld = this.isHeld;
    this.isHeld = this.keptBytes > SLICE;
    if (this.isHeld) this.socket.pause();
    else if (wasHeld) this.socket.resume();
  }

  private isForOneTurn(bytes: Buffer): boolean {
    if (bytes.length <= SLICE) return true;
    // Bytes of one large request are parsed in one turn, as quickly as a small request.
    if (!this.isPlain) return false;
    return this.left > 0 ? this.left >= bytes.length : (requestHead(bytes)?.size ?? 0) >= bytes.length;
  }

  private goOn = () => {
    const [bytes] = this.kept;
    if (!bytes || this.quiet || this.socket.destroyed) return;
    const turn = this.isForOneTurn(bytes) ? bytes : bytes.subarray(0, SLICE);
    if (turn === bytes) this.kept.shift();
    else this.kept[0] = bytes.subarray(SLICE);
    this.keptBytes -= turn.length;
    this.read(turn);
    if (this.kept.length > 0 && !this.quiet) setImmediate(this.goOn);
    this.hold();
  };

  private read(bytes: Buffer): void {
    if (this.isPlain) {
      if (this.left === 0) this.begin(bytes);
      else this.left -= bytes.length;
      if (this.left < 0) this.isPlain = false;
    }
    if (!this.isRefused) {
      this.parse(bytes);
      return;
    }
    if (this.left <= 0) this.isRefused = false;
    // The bytes after a refused request belong to the next request.
    if (this.left < 0) this.parse(bytes.subarray(this.left));
  }

  /** Called with bytes that begin a new request. */
  private begin(bytes: Buffer): void {
    const head = requestHead(bytes);
    this.left = head ? head.size - bytes.length : -1;
    if (!head || this.left < 0 || this.unanswered > 0 || this.parsed === 0) return;
    const answer = this.refuse(head);
    if (answer === undefined) return;
    this.isRefused = true;
    this.socket.write(answer, 'latin1');
  }
}
