import type { Clock } from '@parcelyard/service-kit/clock';

/**
 * A clock that advances only when a test advances it. When it advances, workers that wait for a time of this clock
 * check at once whether the time has come.
 */
export class FakeClock implements Clock {
  private time: number;
  private readonly listeners = new Set<() => void>();

  constructor(start = '2026-03-02T15:00:00.000Z') {
    this.time = Date.parse(start);
  }

  now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.set(new Date(this.time + milliseconds));
  }

  set(time: string | Date): void {
    this.time = new Date(time).getTime();
    for (const listener of this.listeners) listener();
  }

  onSet(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
