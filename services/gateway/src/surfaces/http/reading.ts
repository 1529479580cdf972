import type { Socket } from 'node:net';
import { type RequestHead, requestHead } from './request-head';

/** How many bytes of requests sent without waiting for answers are parsed in one turn of the event loop: some forty. */
const SLICE = 16_384;

/** Answers a request before it is parsed. @returns undefined when it must be parsed */
type Refuse = (head: RequestHead) => string | undefined;

const readings = new WeakMap<Socket, Reading>();

/** What is known of a connection; undefined when nobody called `readWithCare` for it. */
export const readingOf = (socket: Socket): Reading | undefined => readings.get(socket);

/**
 * Stands between a connection and Node's HTTP parser. It refuses requests without parsing them, at a tenth of the
 * cost; it parses one slice of a connection in each turn of the event loop; bytes that come too early wait.
 */
export function readWithCare(socket: Socket, refuse: Refuse): void {
  const parse = socket.listeners('data')[0] as (bytes: Buffer) => void;
  socket.removeListener('data', parse);
  const reading = new Reading(socket, (bytes) => parse.call(socket, bytes), refuse);
  readings.set(socket, reading);
  socket.on('data', (bytes: Buffer) => reading.take(bytes));
}

export class Reading {
  /** Requests that were parsed and are not fully answered. */
  unanswered = 0;
  /** Requests that were parsed so far. Node closes a connection whose parser saw none for long. */
  parsed = 0;
  /** Bytes of the present request that are still to come. */
  private left = 0;
  private isRefused = false;
  /** Whether it is known where each request ends. A connection that pipelines or sends chunks is never known again. */
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
    // Node resumes a connection whenever a body is read.
    socket.on('resume', () => {
      if (this.isHeld) socket.pause();
    });
  }

  /** What comes in the next milliseconds waits until they have passed. */
  keepQuiet(ms: number): void {
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

  /** Stopping and starting to read costs as much as a refusal, so a request that waits does not stop its connection. */
  private hold(): void {
    const wasHeld = this.isHeld;
    this.isHeld = this.keptBytes > SLICE;
    if (this.isHeld) this.socket.pause();
    else if (wasHeld) this.socket.resume();
  }

  private isForOneTurn(bytes: Buffer): boolean {
    if (bytes.length <= SLICE) return true;
    // One request with a large body is parsed as quickly as a small one.
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
    // After a refused request, the next one begins.
    if (this.left < 0) this.parse(bytes.subarray(this.left));
  }

  /** A new request begins with these bytes. */
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
