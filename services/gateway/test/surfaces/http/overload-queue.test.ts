import { OverloadQueue } from '../../../src/surfaces/http/overload-queue';

const MOST = 4;

/** Creates a queue with a clock that the test sets. */
function startQueue() {
  let now = 0;
  const queue = new OverloadQueue(MOST, () => now);
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
  return { queue, enter, leave, pass };
}

it('the queue is not full while the gateway can accept all requests, for any number and duration', () => {
  const { queue, enter, leave, pass } = startQueue();
  for (let round = 0; round < 100; round += 1) {
    enter(100);
    expect(queue.isFull()).toBe(false);
    pass(50);
    leave(100);
  }
});

it('after an overflow, the queue is full until few requests are before the next one', () => {
  const { queue, enter, leave } = startQueue();
  enter(100);
  queue.overflowed();
  expect(queue.isFull()).toBe(true);
  leave(96);
  expect(queue.isFull()).toBe(true);
  leave(1);
  expect(queue.isFull()).toBe(false);
});

it('five seconds after an overflow, the queue is not full', () => {
  const { queue, enter, leave, pass } = startQueue();
  queue.overflowed();
  pass(4_999);
  enter(MOST);
  expect(queue.isFull()).toBe(true);
  pass(1);
  expect(queue.isFull()).toBe(false);
  leave(MOST);
});

it('requests that wait for other services do not fill the queue', () => {
  const { queue, enter, pass } = startQueue();
  enter(MOST);
  queue.overflowed();
  expect(queue.isFull()).toBe(true);
  pass(250);
  expect(queue.isFull()).toBe(false);
  enter(MOST);
  expect(queue.isFull()).toBe(true);
});
