import { type CallOptions, Client } from '@grpc/grpc-js';
import type { CallStreams } from '../../src/rpc/call-streams';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';

/** How long a stream takes to say that it has not begun a call. */
const ANSWERED_AFTER_MS = 3_000;

jest.mock('../../src/rpc/call-streams', () => ({
  createCallStreams: (): CallStreams => ({
    counted: (call) => call(),
    areOpen: () => true,
    send: async () => {
      jest.advanceTimersByTime(ANSWERED_AFTER_MS);
      return undefined;
    },
    close: () => undefined,
  }),
}));

const closers: (() => void)[] = [];
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

function setUp() {
  const sent: CallOptions[] = [];
  jest.spyOn(Client.prototype, 'makeUnaryRequest').mockImplementation(((...given: unknown[]) => {
    sent.push(given[5] as CallOptions);
    (given[6] as (error: null, response: unknown) => void)(null, aPickup());
  }) as never);
  const { rpc, close } = createGrpcClient(ParcelsDefinition, { address: 'ipv4:127.0.0.1:1' });
  closers.push(close);
  return { rpc, sent };
}

it('a call that its stream has not begun keeps its deadline when it is sent alone', async () => {
  const { rpc, sent } = setUp();
  const begun = Date.now();
  await rpc.cancel(aRequest(), { timeoutMs: 5_000 });
  expect(sent).toEqual([{ deadline: begun + 5_000 }]);
});

it('a call whose time is over when its stream answers is not sent again', async () => {
  const { rpc, sent } = setUp();
  await expect(rpc.cancel(aRequest(), { timeoutMs: 2_000 })).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  expect(sent).toEqual([]);
});
