import type { Clock } from '@parcelyard/service-kit/clock';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  private time: number;

  constructor(start = '2026-03-02T15:00:00.000Z') {
    this.time = Date.parse(start);
  }

  now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }

  set(time: string | Date): void {
    this.time = new Date(time).getTime();
  }
}
