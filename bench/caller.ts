import type { Socket } from 'node:net';
import { isWhole } from './load';

const NOTHING = Buffer.alloc(0);

/** A caller stops waiting after this time. */
export const PATIENCE_MS = 2_000;

/** @param status undefined when the caller stopped waiting, or when the connection was closed */
type Told = (status: number | undefined, answer: Buffer) => void;

/** A caller with one connection, which sends one request at a time. */
export class Caller {
  private told: Told | undefined;
  private patience: NodeJS.Timeout | undefined;
  private answer: Buffer = NOTHING;

  constructor(private readonly socket: Socket) {
    socket.on('error', () => this.settle(undefined));
    socket.on('close', () => this.settle(undefined));
    socket.on('data', (data) => {
      this.answer = this.answer.length === 0 ? data : Buffer.concat([this.answer, data]);
      if (isWhole(this.answer)) this.settle(Number(this.answer.toString('latin1', 9, 12)));
    });
  }

  ask(request: Buffer, told: Told): void {
    this.answer = NOTHING;
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
    told?.(status, this.answer);
  }
}
