import { StandingQueue } from '../../../src/surfaces/http/standing-queue';

const MOST = 4;

/** A queue, and the time that passes for it. */
function startQueue() {
  let now = 0;
  const queue = new StandingQueue(MOST, () => now);
  const waiting: object[] = [];
  const enter = (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const request = {};
      waiting.push(request);
      queue.enter(request);
    }
  };
  const leave = (count: number) => {
    for (const request of waiting.splice(0, count)) queue.leave(request);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  /** All that wait are answered together every 50 milliseconds, and as many come. */
  const crowd = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      pass(50);
      leave(waiting.length);
      enter(MOST);
    }
  };
  return { queue, enter, leave, crowd, pass };
}

it('a burst has room, however large', () => {
  const { queue, enter } = startQueue();
  enter(100);
  expect(queue.isFull()).toBe(false);
});

it('requests that come as soon as others are answered have no more room after a while', () => {
  const { queue, crowd, leave } = startQueue();
  crowd(500);
  expect(queue.isFull()).toBe(false);
  crowd(100);
  expect(queue.isFull()).toBe(true);
  leave(1);
  expect(queue.isFull()).toBe(false);
});

it('after a calm the next burst has room again', () => {
  const { queue, crowd, leave, pass, enter } = startQueue();
  crowd(1_000);
  leave(MOST);
  pass(501);
  enter(100);
  expect(queue.isFull()).toBe(false);
});

it('requests that wait for somebody else take no room of others', () => {
  const { queue, crowd, enter, leave, pass } = startQueue();
  crowd(1_000);
  expect(queue.isFull()).toBe(true);
  pass(250);
  expect(queue.isFull()).toBe(false);
  enter(MOST);
  expect(queue.isFull()).toBe(true);
  leave(2 * MOST);
});
