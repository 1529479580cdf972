import { ChannelCredentials, Client, Metadata } from '@grpc/grpc-js';
import {
  CallStreamDefinition,
  type StreamedAnswers,
  type StreamedCalls,
} from '@parcelyard/contracts/call-stream';
import { CancelPickupRequest, Pickup } from '@parcelyard/contracts/pickups';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { stopTime } from '@parcelyard/testing/stop-time';
import type { CallContext, RpcHandlers } from '../../src/rpc/definition';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { type GrpcMethod, grpcDefinition } from '../../src/rpc/grpc-definition';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { currentRequestId, servingRequest } from '../../src/tracing/request-id';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';
import { openStreams } from './open-streams';

/** Longer than the calls of these tests may take, and shorter than the pause between two keep-alive pings of a connection. */
const CALL_MS = 20_000;

type Cancel = RpcHandlers<typeof ParcelsDefinition>['cancel'];

const closers: (() => unknown)[] = [];
afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(cancel: Cancel) {
  const list = async () => ({ pickups: [], total: 0 });
  const server = await startGrpcServer({
    definition: ParcelsDefinition,
    handlers: { list, cancel },
    listen: '127.0.0.1:0',
    logger: silentLogger,
  });
  closers.push(() => server.drain(0));
  return server;
}

function clientOf(...addresses: string[]) {
  const { rpc, close } = createGrpcClient(ParcelsDefinition, { address: `ipv4:${addresses.join()}` });
  closers.push(close);
  return rpc;
}

type Rpc = ReturnType<typeof clientOf>;

const unaryCalls = () => jest.spyOn(Client.prototype, 'makeUnaryRequest');

const cancels = (rpc: Rpc, count: number) =>
  Array.from({ length: count }, (_, pickupId) => rpc.cancel({ ...aRequest(), pickupId }));

const keepBusy = (rpc: Rpc) => openStreams(() => rpc.list({ accountId: 7, page: undefined }));

async function aBusyClient(cancel: Cancel) {
  const server = await start(cancel);
  const rpc = clientOf(server.address);
  await keepBusy(rpc);
  return { server, rpc };
}

/** Creates a gate: handlers wait for the promise `opened`, and the test calls `open`. */
function aGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('calls that run at one time', () => {
  it('get their own answers, in any order', async () => {
    const { rpc } = await aBusyClient(async ({ pickupId }) => {
      for (let turn = pickupId % 5; turn > 0; turn--) await new Promise(setImmediate);
      return aPickup(pickupId);
    });
    const answers = await Promise.all(cancels(rpc, 150));
    expect(answers).toEqual(answers.map((_, pickupId) => aPickup(pickupId)));
  });

  it('have their own deadlines', async () => {
    const gate = aGate();
    const { rpc } = await aBusyClient(async ({ pickupId }) => {
      await gate.opened;
      return aPickup(pickupId);
    });
    const call = (pickupId: number, timeLeftMs: number) =>
      servingRequest(`req_${pickupId}`, () => rpc.cancel({ ...aRequest(), pickupId }), timeLeftMs);
    const [short, ...long] = [call(1, 100), call(2, 60_000), call(3, 60_000)];
    await expect(short).rejects.toMatchObject({ code: 'deadline_exceeded' });
    gate.open();
    expect(await Promise.all(long)).toEqual([aPickup(2), aPickup(3)]);
  });

  it('do not wait for a call that hangs; its handler is aborted at the deadline', async () => {
    stopTime();
    const contexts: CallContext[] = [];
    const { rpc } = await aBusyClient(async ({ pickupId }, context) => {
      if (pickupId > 0) return aPickup(pickupId);
      contexts.push(context);
      return new Promise(() => undefined);
    });
    const hanging = rpc.cancel({ ...aRequest(), pickupId: 0 }, { timeoutMs: CALL_MS });
    const others = [1, 2, 3].map((pickupId) => rpc.cancel({ ...aRequest(), pickupId }));
    expect(await Promise.all(others)).toEqual([aPickup(1), aPickup(2), aPickup(3)]);
    await eventually(() => expect(contexts).toHaveLength(1));
    jest.advanceTimersByTime(CALL_MS);
    await expect(hanging).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(contexts[0]?.signal.aborted).toBe(true);
  });

  it('leave no stream behind, even if they hang', async () => {
    const { server, rpc } = await aBusyClient(() => new Promise(() => undefined));
    const calls = [1, 2, 3].map(() => rpc.cancel(aRequest(), { timeoutMs: 300 }));
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ reason: { code: 'deadline_exceeded' } });
    let isDrained = false;
    // `drain` waits for the server's open streams.
    void server.drain(600_000).then(() => {
      isDrained = true;
    });
    await eventually(() => expect(isDrained).toBe(true));
  });

  it('leave no stream behind when one hangs and another is answered later', async () => {
    const gate = aGate();
    const { server, rpc } = await aBusyClient(async ({ pickupId }) => {
      if (pickupId === 0) return new Promise(() => undefined);
      await gate.opened;
      return aPickup(pickupId);
    });
    const [hanging, answered] = [
      rpc.cancel({ ...aRequest(), pickupId: 0 }, { timeoutMs: 300 }),
      rpc.cancel({ ...aRequest(), pickupId: 1 }),
    ];
    await expect(hanging).rejects.toMatchObject({ code: 'deadline_exceeded' });
    gate.open();
    expect(await answered).toEqual(aPickup(1));
    let isDrained = false;
    void server.drain(600_000).then(() => {
      isDrained = true;
    });
    await eventually(() => expect(isDrained).toBe(true));
  });

  it('keep their own request ids', async () => {
    const { rpc } = await aBusyClient(async ({ pickupId }, { requestId }) => {
      await new Promise(setImmediate);
      return { ...aPickup(pickupId), instructions: `${requestId} ${currentRequestId()}` };
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, pickupId) =>
        servingRequest(`req_${pickupId}`, () => rpc.cancel({ ...aRequest(), pickupId })),
      ),
    );
    for (const { pickupId, instructions } of answers)
      expect(instructions).toBe(`req_${pickupId} req_${pickupId}`);
  });

  it('are sent alone when their request is large', async () => {
    stopTime();
    const { rpc } = await aBusyClient(async () => aPickup());
    const unary = unaryCalls();
    const large = { accountId: 7, page: undefined, today: 'x'.repeat(100_000) };
    await Promise.all([rpc.list(large), rpc.cancel(aRequest())]);
    expect(unary).toHaveBeenCalledTimes(1);
  });

  it('get large answers beside small ones', async () => {
    const large = { ...aPickup(0), instructions: 'x'.repeat(3 * 1024 * 1024) };
    const { rpc } = await aBusyClient(async ({ pickupId }) => (pickupId % 2 ? aPickup(pickupId) : large));
    const answers = await Promise.all(cancels(rpc, 6));
    expect(answers).toEqual([large, aPickup(1), large, aPickup(3), large, aPickup(5)]);
  });

  it('do not fail with a call whose answer exceeds the maximum', async () => {
    const tooLarge = { ...aPickup(0), instructions: 'x'.repeat(17 * 1024 * 1024) };
    const { rpc } = await aBusyClient(async ({ pickupId }) => (pickupId ? aPickup(pickupId) : tooLarge));
    const [first, ...others] = await Promise.allSettled(cancels(rpc, 4));
    expect(first).toMatchObject({ reason: { code: 'internal' } });
    expect(others).toMatchObject([1, 2, 3].map((pickupId) => ({ value: aPickup(pickupId) })));
  });

  it('leave a line in the log when an answer cannot be encoded', async () => {
    stopTime();
    const { rpc } = await aBusyClient(async ({ pickupId }) => ({ ...aPickup(pickupId), pickupId: 0.5 }));
    const error = jest.spyOn(silentLogger, 'error');
    await expect(rpc.cancel(aRequest())).rejects.toMatchObject({ code: 'internal' });
    const fields = { method: 'Parcels.Cancel', err: expect.any(Error) };
    expect(error).toHaveBeenCalledWith(fields, 'answer not encoded');
  });

  it('are shared by all replicas', async () => {
    const served = [0, 0];
    const servers = await Promise.all(
      served.map((_, replica) =>
        start(async () => {
          served[replica]! += 1;
          return aPickup();
        }),
      ),
    );
    const rpc = clientOf(...servers.map(({ address }) => address));
    await eventually(async () => {
      await keepBusy(rpc);
      for (let turn = 0; turn < 20; turn++) await Promise.all(cancels(rpc, 4));
      expect(Math.min(...served)).toBeGreaterThan(20);
    });
  });
});

it('a call without others is a unary call', async () => {
  const rpc = clientOf((await start(async () => aPickup())).address);
  const unary = unaryCalls();
  for (let call = 0; call < 20; call++) await rpc.cancel(aRequest());
  expect(unary).toHaveBeenCalledTimes(20);
});

describe('a replica that stops', () => {
  it('answers the calls that it has begun, and another replica begins the rest: each call runs once', async () => {
    const begun: number[] = [];
    const cancel: Cancel = async ({ pickupId }) => {
      begun.push(pickupId);
      await new Promise(setImmediate);
      return aPickup(pickupId);
    };
    const [first, second] = [await start(cancel), await start(cancel)];
    const rpc = clientOf(first.address, second.address);
    await keepBusy(rpc);
    const calls = Array.from({ length: 400 }, async (_, pickupId) => {
      for (let turn = pickupId; turn > 0; turn--) await new Promise(setImmediate);
      return rpc.cancel({ ...aRequest(), pickupId });
    });
    await calls[100];
    await first.drain(60_000);
    const answers = await Promise.all(calls);
    expect(answers.map(({ pickupId }) => pickupId)).toEqual(Array.from(calls.keys()));
    expect(begun.sort((a, b) => a - b)).toEqual(Array.from(calls.keys()));
  });

  it('begins no call that arrives over an open stream', async () => {
    const gate = aGate();
    let begun = 0;
    const { server, rpc } = await aBusyClient(async () => {
      begun += 1;
      await gate.opened;
      return aPickup();
    });
    const running = cancels(rpc, 3);
    await eventually(() => expect(begun).toBe(3));
    const draining = server.drain(60_000);
    const late = cancels(rpc, 3).map((call) => expect(call).rejects.toMatchObject({ code: 'unavailable' }));
    gate.open();
    await Promise.all(running);
    await draining;
    await Promise.all(late);
    expect(begun).toBe(3);
  });

  it('leaves the outcome of a call unknown when its connection breaks; the call is not sent again', async () => {
    let begun = 0;
    const { server, rpc } = await aBusyClient(() => {
      begun += 1;
      return new Promise(() => undefined);
    });
    const calls = cancels(rpc, 3).map((call) => expect(call).rejects.toMatchObject({ code: 'unavailable' }));
    await eventually(() => expect(begun).toBe(3));
    await server.drain(0);
    await Promise.all(calls);
    expect(begun).toBe(3);
  });
});

it('errors of calls without an answer name the service and the method', async () => {
  stopTime();
  let begun = 0;
  const { server, rpc } = await aBusyClient(() => {
    begun += 1;
    return new Promise(() => undefined);
  });
  const cancel = expect.stringMatching(/^\/\S*Parcels\/Cancel\b/);
  const late = Promise.allSettled([1, 2].map(() => rpc.cancel(aRequest(), { timeoutMs: CALL_MS })));
  await eventually(() => expect(begun).toBe(2));
  jest.advanceTimersByTime(CALL_MS);
  for (const call of await late)
    expect(call).toMatchObject({ reason: { code: 'deadline_exceeded', detail: cancel } });
  await keepBusy(rpc);
  const unary = unaryCalls();
  const broken = Promise.allSettled(cancels(rpc, 2));
  await eventually(() => expect(begun).toBe(4));
  jest.useRealTimers();
  await server.drain(0);
  for (const call of await broken)
    expect(call).toMatchObject({ reason: { code: 'unavailable', detail: cancel } });
  expect(unary).not.toHaveBeenCalled();
});

it('a call of an unknown method fails, and the other calls of its stream do not', async () => {
  const { address } = await start(async ({ pickupId }) => aPickup(pickupId));
  const client = new Client(address, ChannelCredentials.createInsecure());
  closers.push(() => client.close());
  const { path, requestSerialize, responseDeserialize } = grpcDefinition(CallStreamDefinition)
    .open as GrpcMethod;
  const duplex = client.makeBidiStreamRequest<StreamedCalls, StreamedAnswers>(
    path,
    requestSerialize,
    responseDeserialize as (bytes: Buffer) => StreamedAnswers,
    new Metadata(),
  );
  const request = CancelPickupRequest.encode(aRequest()).finish();
  const own = { request, timeoutMs: 5_000, requestId: '', traceparent: '' };
  const methods = ['toString', 'cancel', 'Cancel'];
  duplex.write({ calls: methods.map((method, number) => ({ ...own, method, number })) });
  duplex.end();
  const answers: StreamedAnswers['answers'] = [];
  for await (const message of duplex) answers.push(...(message as StreamedAnswers).answers);
  const outcomes = answers.sort((a, b) => a.number - b.number).map(({ outcome }) => outcome);
  const internal = { $case: 'failure', failure: { code: 'internal' } };
  expect(outcomes).toMatchObject([internal, internal, { $case: 'response' }]);
  const [, , served] = outcomes;
  expect(served?.$case === 'response' && Pickup.decode(served.response)).toEqual(aPickup());
});
