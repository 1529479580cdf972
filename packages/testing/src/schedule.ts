import type { FakeClock } from './fake-clock';

/** A process of a service: dead ones never go on. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
  /** At how many of its stops it does not wait. */
  credit: number;
}

/** Something that waits for its turn: a step of a process, or a message under way. */
interface Waiting {
  readonly name: string;
  readonly process?: Process | undefined;
  go(): void;
  /** Has whoever waits for it see no answer; the thing itself may still happen. */
  lose?: (() => void) | undefined;
}

interface Call<T> {
  readonly name: string;
  readonly caller: Process;
  readonly server?: Process;
  /** What happens where the call arrives. */
  serve(): Promise<T>;
  /** What the caller sees when it gets no answer. */
  silence(): Error;
  /** After that the call arrives nowhere any more. */
  isTooLate?(): boolean;
}

/** As `CARRIER_CALL_MS`; calls between services wait less. */
const MAX_CALL_MS = 9_000;

const never = new Promise<never>(() => undefined);

/** Decides what happens next among everything that is under way: no step and no message goes on by itself. */
export class Schedule {
  private waiting: Waiting[] = [];
  private readonly open = new Set<{ server?: Process | undefined; askedAt: number; lose(): void }>();

  constructor(private readonly clock: FakeClock) {}

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  /** A place at which a process may be stopped, for however long or for ever. */
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

  /** A request and its answer: each is under way, may come late, and may be lost while the work goes on. */
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

  /** Lets one thing go on; with a process that it belongs to, that many more of its steps. */
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

  /** Takes some of what waits aside, as if it stood still, until it is given back. */
  holdBack(isHeld: (position: number, process: Process | undefined) => boolean): readonly Waiting[] {
    const held = this.waiting.filter(({ process }, position) => isHeld(position, process));
    this.waiting = this.waiting.filter((one) => !held.includes(one));
    return held;
  }

  compensate(held: readonly Waiting[]): void {
    this.waiting.push(...held);
  }

  /** Until those who wait for an answer that does not come hang up. */
  async passLongestCall(): Promise<boolean> {
    if (this.open.size === 0) return false;
    await this.pass(MAX_CALL_MS + 1);
    return true;
  }

  /** Time passes; nobody waits longer for an answer than this. */
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

  /** The caller hears nothing, and the request may arrive at any time after. */
  private loseRequest(lose: () => void, arrive: () => void, name: string): void {
    this.push({ name: `late ${name}`, go: arrive });
    lose();
  }

  private push(waiting: Waiting): void {
    this.waiting.push(waiting);
  }
}

/** Until everything that can go on by itself has. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
