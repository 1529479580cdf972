import { type Client, connectivityState } from '@grpc/grpc-js';
import { watchReachability } from '../../src/rpc/watch-reachability';

/** Creates a client whose channel has the states that the test gives it. */
function aChannel() {
  let state = connectivityState.IDLE;
  let changed: () => void = () => undefined;
  const channel = {
    getConnectivityState: () => state,
    watchConnectivityState: (_from: unknown, _until: unknown, tell: () => void) => {
      changed = tell;
    },
  };
  const become = (next: connectivityState) => {
    state = next;
    changed();
  };
  return { client: { getChannel: () => channel } as unknown as Client, become };
}

/** Creates a channel that has just lost its last replica. */
function aLostChannel() {
  const { client, become } = aChannel();
  const reachability = watchReachability(client);
  become(connectivityState.READY);
  become(connectivityState.CONNECTING);
  let settled = 0;
  const wait = (withinMs: number) => void reachability.settled(withinMs).then(() => (settled += 1));
  return { become, wait, settled: () => settled };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a call waits for the next replica no longer than its own deadline', async () => {
  const t = aLostChannel();
  t.wait(50);
  t.wait(60_000);
  await jest.advanceTimersByTimeAsync(51);
  expect(t.settled()).toBe(1);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(t.settled()).toBe(2);
});

it('all waiting calls go on when a replica is connected, and no timer stays', async () => {
  const t = aLostChannel();
  t.wait(1_000);
  t.wait(60_000);
  t.become(connectivityState.READY);
  await jest.advanceTimersByTimeAsync(0);
  expect(t.settled()).toBe(2);
  expect(jest.getTimerCount()).toBe(0);
});
