import { StandingQueue } from '../../../src/surfaces/http/standing-queue';

const MOST = 4;

/** A queue with a clock that the test sets. */
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
  return { queue, enter, leave, pass };
}

it('callers for whom the gateway has a place have room, however many they are and however long they stay', () => {
  const { queue, enter, leave, pass } = startQueue();
  for (let round = 0; round < 100; round += 1) {
    enter(100);
    expect(queue.isFull()).toBe(false);
    pass(50);
    leave(100);
  }
});

it('after the gateway was full, requests have room again when few are before them', () => {
  const { queue, enter, leave } = startQueue();
  enter(100);
  queue.overflowed();
  expect(queue.isFull()).toBe(true);
  leave(96);
  expect(queue.isFull()).toBe(true);
  leave(1);
  expect(queue.isFull()).toBe(false);
});

it('five seconds after the gateway was full, all places are tried again', () => {
  const { queue, enter, leave, pass } = startQueue();
  queue.overflowed();
  pass(4_999);
  enter(MOST);
  expect(queue.isFull()).toBe(true);
  pass(1);
  expect(queue.isFull()).toBe(false);
  leave(MOST);
});

it('requests that wait for somebody else take no room of others', () => {
  const { queue, enter, pass } = startQueue();
  enter(MOST);
  queue.overflowed();
  expect(queue.isFull()).toBe(true);
  pass(250);
  expect(queue.isFull()).toBe(false);
  enter(MOST);
  expect(queue.isFull()).toBe(true);
});
