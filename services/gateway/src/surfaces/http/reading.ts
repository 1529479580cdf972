import type { Socket } from 'node:net';
import { type RequestHead, requestHead } from './request-head';

/**
 * The most bytes that are parsed from one connection before other connections get their turn. About forty requests have
 * this size together.
 */
const SLICE = 16_384;

/**
 * Answers a request before it is parsed.
 * @returns undefined when the request must be parsed
 */
type Refuse = (head: RequestHead) => string | undefined;

const readings = new WeakMap<Socket, Reading>();

/** Returns the `Reading` of a connection; undefined when `readWithCare` was not called for the connection. */
export const readingOf = (socket: Socket): Reading | undefined => readings.get(socket);

/**
 * Puts a `Reading` between a connection and Node's HTTP parser. The `Reading` can refuse a request without parsing it,
 * at a tenth of the cost. It also gives the parser only a limited number of bytes at a time, so that no connection
 * delays the others.
 */
export function readWithCare(socket: Socket, refuse: Refuse): void {
  const parse = socket.listeners('data')[0] as (bytes: Buffer) => void;
  socket.removeListener('data', parse);
  const reading = new Reading(socket, (bytes) => parse.call(socket, bytes), refuse);
  readings.set(socket, reading);
  socket.on('data', (bytes: Buffer) => reading.take(bytes));
}

export class Reading {
  /** Number of parsed requests without a complete answer. */
  unanswered = 0;
  /**
   * How many requests were parsed. The first request of a connection is never refused without parsing, because Node
   * closes a connection whose parser gets no request for a long time.
   */
  parsed = 0;
  /** Bytes of the current request that have not arrived yet. */
  private left = 0;
  private isRefused = false;
  /**
   * True while it is known where each request ends. Becomes false when the connection sends several requests at once,
   * or a body in chunks.
   */
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
    // Whenever a body is read, Node resumes its connection. If the connection must wait, it is paused again here.
    socket.on('resume', () => {
      if (this.isHeld) socket.pause();
    });
  }

  /** Bytes that arrive within this time are kept and not read. */
  pauseFor(ms: number): void {
    clearTimeout(this.quiet);
    this.quiet = ms > 0 ? setTimeout(this.endQuiet, ms).unref() : undefined;
  }

  private endQuiet = () => {
    this.quiet = undefined;
    if (this.kept.length > 0) this.readNext();
  };

  take(bytes: Buffer): void {
    if (this.kept.length === 0 && !this.quiet && this.isForOneTurn(bytes)) {
      this.read(bytes);
      return;
    }
    this.kept.push(bytes);
    this.keptBytes += bytes.length;
    this.hold();
    if (this.kept.length === 1 && !this.quiet) setImmediate(this.readNext);
  }

  /** Pauses the connection only when many bytes wait, because a pause and a resume cost as much as a refusal. */
  private hold(): void {
    const wasHeld = this.isHeld;
    this.isHeld = this.keptBytes > SLICE;
    if (this.isHeld) this.socket.pause();
    else if (wasHeld) this.socket.resume();
  }

  private isForOneTurn(bytes: Buffer): boolean {
    if (bytes.length <= SLICE) return true;
    // Bytes of a single large request need only one turn, because parsing one large request takes as little time as
    // parsing a small one.
    if (!this.isPlain) return false;
    return this.left > 0 ? this.left >= bytes.length : (requestHead(bytes)?.size ?? 0) >= bytes.length;
  }

  private readNext = () => {
    const [bytes] = this.kept;
    if (!bytes || this.quiet || this.socket.destroyed) return;
    const turn = this.isForOneTurn(bytes) ? bytes : bytes.subarray(0, SLICE);
    if (turn === bytes) this.kept.shift();
    else this.kept[0] = bytes.subarray(SLICE);
    this.keptBytes -= turn.length;
    this.read(turn);
    if (this.kept.length > 0 && !this.quiet) setImmediate(this.readNext);
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
