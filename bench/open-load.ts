import { connect, type Socket } from 'node:net';

interface OpenLoad {
  readonly url: string;
  /** Requests a second that arrive, answered or not. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly requests: readonly Buffer[];
}

/** What came of the callers, without the first quarter of the time. */
export interface Goodput {
  /** Answered 2xx while its caller still waited, a second. */
  readonly perSecond: number;
  /** Answered 503, a second. */
  readonly refusedPerSecond: number;
  /** Callers who gave up, in all. */
  readonly hung: number;
  /** Milliseconds that those who were answered 2xx waited. */
  readonly p50: number;
  readonly p99: number;
}

/** A caller gives up after so long. */
const PATIENCE_MS = 5_000;
const TICK_MS = 5;

/**
 * Load whose callers do not wait for each other: so many begin in every second, each on a connection that is free or a new
 * one, and give up after five seconds. What a server does beyond what it can do shows only under such a load.
 */
export async function measureGoodput({ url, perSecond, seconds, requests }: OpenLoad): Promise<Goodput> {
  const { hostname, port } = new URL(url);
  const free: Caller[] = [];
  const all = new Set<Caller>();
  const waits: number[] = [];
  let [refused, hung, begun] = [0, 0, 0];
  const startedAt = performance.now();
  /** Counted from when the server is as full as it gets until no more callers come. */
  const counts = () => {
    const elapsed = (performance.now() - startedAt) / 1_000;
    return elapsed > seconds / 4 && elapsed <= seconds;
  };
  const call = (request: Buffer) => {
    const caller = free.pop() ?? new Caller(connect({ host: hostname, port: Number(port), noDelay: true }));
    all.add(caller);
    const sentAt = performance.now();
    caller.ask(request, (status) => {
      if (status === undefined) {
        hung += 1;
        all.delete(caller);
        return;
      }
      if (status >= 200 && status < 300) {
        if (counts()) waits.push(performance.now() - sentAt);
      } else if (status === 503) {
        if (counts()) refused += 1;
      } else throw new Error(`An answer was ${status}.`);
      free.push(caller);
    });
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      for (const due = (Math.min(elapsed, seconds * 1_000) / 1_000) * perSecond; begun < due; begun += 1)
        call(requests[begun % requests.length] as Buffer);
      if (elapsed < seconds * 1_000) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  while (free.length < all.size && performance.now() - startedAt < seconds * 1_000 + PATIENCE_MS)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  const counted = (seconds * 3) / 4;
  for (const caller of all) caller.end();
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return {
    perSecond: waits.length / counted,
    refusedPerSecond: refused / counted,
    hung,
    p50: at(0.5),
    p99: at(0.99),
  };
}

type Told = (status: number | undefined) => void;

/** One connection, one request at a time. */
class Caller {
  private told: Told | undefined;
  private patience: NodeJS.Timeout | undefined;
  private text = '';

  constructor(private readonly socket: Socket) {
    socket.on('error', () => this.settle(undefined));
    socket.on('close', () => this.settle(undefined));
    socket.on('data', (data) => {
      this.text += data.toString('latin1');
      const head = this.text.indexOf('\r\n\r\n');
      const length = /\r\ncontent-length: *(\d+)/i.exec(this.text)?.[1];
      if (head < 0 || length === undefined || this.text.length < head + 4 + Number(length)) return;
      this.settle(Number(this.text.slice(9, 12)));
    });
  }

  ask(request: Buffer, told: Told): void {
    this.text = '';
    this.told = told;
    this.patience = setTimeout(() => {
      this.socket.destroy();
      this.settle(undefined);
    }, PATIENCE_MS);
    this.socket.write(request);
  }

  end(): void {
    this.told = undefined;
    clearTimeout(this.patience);
    this.socket.destroy();
  }

  private settle(status: number | undefined): void {
    const { told } = this;
    this.told = undefined;
    clearTimeout(this.patience);
    told?.(status);
  }
}
