import type { FakeClock } from './fake-clock';

/** A simulated process of a service. After it was killed, it never continues. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
  /** At this many of its next stops (see `Schedule.stop`), the process continues without waiting for the schedule. */
  credit: number;
}

/** A step of a process, or a sent message. It waits for its turn. */
interface Waiting {
  readonly name: string;
  readonly process?: Process | undefined;
  go(): void;
  /** Ends the caller's wait without an answer. The work may still be done. */
  lose?: (() => void) | undefined;
}

interface Call<T> {
  readonly name: string;
  readonly caller: Process;
  readonly server?: Process;
  /** Runs the call in the server. */
  serve(): Promise<T>;
  /** Returns the error that the caller gets if there is no answer. */
  silence(): Error;
  /** Returns true when the caller has waited too long, so the server does not get the call. */
  isTooLate?(): boolean;
}

/** The longest timeout of any call, `CARRIER_CALL_MS`. The timeouts of calls between services are shorter. */
const MAX_CALL_MS = 9_000;

const never = new Promise<never>(() => undefined);

/**
 * Decides which waiting step or message continues next, so that a test can play every order of steps. No step continues
 * without the schedule.
 */
export class Schedule {
  private waiting: Waiting[] = [];
  private readonly open = new Set<{ server?: Process | undefined; askedAt: number; lose(): void }>();

  constructor(private readonly clock: FakeClock) {}

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  /** A point in the code at which the test may stop the process, for some time or permanently. */
  stop(process: Process, name: string): Promise<void> {
    if (!process.isAlive) return never;
    if (process.credit > 0) {
      process.credit -= 1;
      return Promise.resolve();
    }
    return this.wait(process, name);
  }

  wait(process: Process, name: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ name: `${process.name} ${name}`, process, go: resolve });
    });
  }

  /**
   * Sends a request to the server, and the answer back to the caller. The schedule may delay or lose either message.
   * The server's work continues even when the answer is lost.
   */
  call<T>({ name, caller, server, serve, silence, isTooLate }: Call<T>): Promise<T> {
    if (!caller.isAlive) return never;
    return new Promise<T>((resolve, reject) => {
      const end = (settle: () => void) => {
        if (!this.open.delete(entry)) return;
        if (caller.isAlive) settle();
      };
      const lose = () => end(() => reject(silence()));
      const entry = { server, lose, askedAt: this.clock.now().getTime() };
      this.open.add(entry);
      const answer = (settle: () => void) => {
        if (!this.open.has(entry)) return;
        this.push({ name: `answer of ${name}`, go: () => end(settle), lose });
      };
      const arrive = () => {
        if (isTooLate?.()) return lose();
        if (server && !server.isAlive) return lose();
        serve().then(
          (value) => answer(() => resolve(value)),
          (error) => answer(() => reject(error)),
        );
      };
      this.push({ name, go: arrive, lose: () => this.loseRequest(lose, arrive, name) });
    });
  }

  /** Lets one waiting step or message continue. After a step, its process may also pass its next `credit` stops. */
  async step(choice: number, credit: number): Promise<void> {
    const [next] = this.waiting.splice(choice % Math.max(1, this.waiting.length), 1);
    if (!next) return;
    if (next.process) next.process.credit = credit;
    next.go();
    await settled();
    if (next.process) next.process.credit = 0;
  }

  async lose(choice: number): Promise<void> {
    const messages = this.waiting.filter(({ lose }) => lose);
    const lost = messages[choice % Math.max(1, messages.length)];
    if (!lost) return;
    this.waiting.splice(this.waiting.indexOf(lost), 1);
    lost.lose?.();
    await settled();
  }

  /**
   * Takes out the waiting steps and messages for which `isHeld` returns true. They cannot continue until `compensate`
   * puts them back.
   */
  holdBack(isHeld: (position: number, process: Process | undefined) => boolean): readonly Waiting[] {
    const held = this.waiting.filter(({ process }, position) => isHeld(position, process));
    this.waiting = this.waiting.filter((one) => !held.includes(one));
    return held;
  }

  compensate(held: readonly Waiting[]): void {
    this.waiting.push(...held);
  }

  /**
   * Advances the clock until all callers without an answer have timed out. Returns false if there was no such caller.
   */
  async passLongestCall(): Promise<boolean> {
    if (this.open.size === 0) return false;
    await this.pass(MAX_CALL_MS + 1);
    return true;
  }

  /** Advances the clock. Callers without an answer time out. */
  async pass(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds);
    const deadline = this.clock.now().getTime() - MAX_CALL_MS;
    for (const { askedAt, lose } of [...this.open]) if (askedAt < deadline) lose();
    await settled();
  }

  async crash(process: Process): Promise<void> {
    process.isAlive = false;
    this.waiting = this.waiting.filter((one) => one.process !== process);
    for (const { server, lose } of [...this.open]) if (server === process) lose();
    await settled();
  }

  /** Ends the caller's wait without an answer. The request may still arrive at any later time. */
  private loseRequest(lose: () => void, arrive: () => void, name: string): void {
    this.push({ name: `late ${name}`, go: arrive });
    lose();
  }

  private push(waiting: Waiting): void {
    this.waiting.push(waiting);
  }
}

/** Waits until everything that can continue without the schedule has finished. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
