import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createGrpcClient } from '../src/rpc/grpc-client';
import { type RunningService, runService } from '../src/run-service';
import { aPickup, aRequest, ParcelsDefinition } from './rpc/a-service';
import { checkHealth, NOT_SERVING, SERVING } from './rpc/check-health';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function anApp(cancel = async () => aPickup()) {
  const state = { missing: [] as string[], stopped: 0 };
  const app = {
    definition: ParcelsDefinition,
    handlers: { list: async () => ({ pickups: [], total: 0 }), cancel },
    notReady: async () => state.missing,
    stop: async () => {
      state.stopped += 1;
    },
  };
  return { app, state };
}

const listening = { grpcListen: '127.0.0.1:0', adminListen: '127.0.0.1:0', logger: silentLogger };

const ready = async ({ adminAddress }: RunningService) => {
  const response = await fetch(`http://${adminAddress}/readyz`);
  return `${response.status} ${await response.text()}`.trim();
};

it('a service answers calls and shows its readiness and its call metrics', async () => {
  const { app, state } = anApp();
  const service = await runService(app, listening);
  closers.push(service.stop);
  const client = createGrpcClient(ParcelsDefinition, { address: service.grpcAddress });
  closers.push(client.close);
  expect(await client.rpc.cancel(aRequest())).toEqual(aPickup());
  expect(await ready(service)).toBe('200 ready');
  state.missing = ['mongodb'];
  expect(await ready(service)).toBe('503 waiting for mongodb');
  const metrics = await (await fetch(`http://${service.adminAddress}/metrics`)).text();
  expect(metrics).toMatch(/parcelyard_rpc_duration_seconds_count\{.*rpc_method="Cancel".*\} 1/);
});

it('a draining service is not ready, and its app stops only after the last answer', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let begun = 0;
  const { app, state } = anApp(async () => {
    begun += 1;
    await answered;
    return aPickup();
  });
  const service = await runService(app, listening);
  const client = createGrpcClient(ParcelsDefinition, { address: service.grpcAddress });
  closers.push(client.close);
  const call = client.rpc.cancel(aRequest());
  await eventually(() => expect(begun).toBe(1));
  const stopping = service.stop();
  expect(await ready(service)).toBe('503 waiting for drain');
  expect(state.stopped).toBe(0);
  answer();
  expect(await call).toEqual(aPickup());
  await stopping;
  expect(state.stopped).toBe(1);
  await expect(fetch(`http://${service.adminAddress}/healthz`)).rejects.toThrow();
});

it('probes without TLS see liveness, and readiness that changes with dependencies and draining', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let begun = 0;
  const { app, state } = anApp(async () => {
    begun += 1;
    await answered;
    return aPickup();
  });
  const service = await runService(app, { ...listening, healthListen: '127.0.0.1:0', healthIntervalMs: 10 });
  const probe = (name: string) => checkHealth(service.healthAddress as string, name);
  const says = (name: string, status: number) =>
    eventually(async () => expect(await probe(name)).toBe(status));
  await says('', SERVING);
  state.missing = ['mongodb'];
  await says(ParcelsDefinition.fullName, NOT_SERVING);
  expect(await probe('liveness')).toBe(SERVING);
  state.missing = [];
  await says('', SERVING);

  const client = createGrpcClient(ParcelsDefinition, { address: service.grpcAddress });
  closers.push(client.close);
  const call = client.rpc.cancel(aRequest());
  await eventually(() => expect(begun).toBe(1));
  const stopping = service.stop();
  await says('', NOT_SERVING);
  expect(await probe('liveness')).toBe(SERVING);
  answer();
  await Promise.allSettled([call, stopping]);
});

it('a service whose admin port is used closes its other ports', async () => {
  const first = await runService(anApp().app, listening);
  closers.push(first.stop);
  const address = `127.0.0.1:${await freePort()}`;
  const twice = { ...listening, grpcListen: address, adminListen: first.adminAddress };
  await expect(runService(anApp().app, twice)).rejects.toThrow('EADDRINUSE');
  const second = await runService(anApp().app, { ...listening, grpcListen: address });
  await second.stop();
});
