import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { diagnose } from '@parcelyard/service-kit/diagnosis/diagnose';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startNatsServer } from '@parcelyard/testing/start-nats-server';
import type { Bus } from '../src/bus';
import { busCheck } from '../src/bus-check';
import { connectBus } from '../src/connect-bus';
import { labelPrinted } from '../src/event-type';
import { anEvent } from './event-message';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function aServer(flags: readonly string[] = []) {
  const server = await startNatsServer({ flags });
  closers.push(server.stop);
  return server;
}

async function deployment(natsUrl: string, DEPLOYMENT_NAME: string, BASE_URL?: string): Promise<Bus> {
  const nats = { DEPLOYMENT_NAME, ...(BASE_URL !== undefined && { BASE_URL }) };
  const bus = await connectBus({ natsUrl, nats, logger: silentLogger });
  closers.push(bus.close);
  return bus;
}

/**
 * Returns the events that the deployment's own consumer gets. Both deployments run the same program with the same
 * durable names.
 */
async function listen(bus: Bus): Promise<string[]> {
  const got: string[] = [];
  await bus.subscribe({
    durable: 'orders-webhook-events',
    type: labelPrinted.name,
    handle: async ({ eventId }) => void got.push(eventId),
  });
  return got;
}

const numbered = (name: string) => Array.from({ length: 20 }, (_, n) => `${name}:${n}`);

/**
 * Publishes twenty events in each deployment, and one event with the same id in both. Checks that each deployment gets
 * all its own events and no others, so the equal id does not count as a duplicate.
 */
async function expectSeparateEvents(one: Bus, two: Bus) {
  const [gotOne, gotTwo] = [await listen(one), await listen(two)];
  for (let n = 0; n < 20; n += 1) {
    await one.publish(anEvent(n, `one:${n}`));
    await two.publish(anEvent(n, `two:${n}`));
  }
  for (const bus of [one, two]) await bus.publish(anEvent(99, 'both'));
  await eventually(() => {
    expect([...gotOne].sort()).toEqual(['both', ...numbered('one')].sort());
    expect([...gotTwo].sort()).toEqual(['both', ...numbered('two')].sort());
  });
}

it('two deployments in one NATS account get all of their own events and no others', async () => {
  const { url } = await aServer();
  await expectSeparateEvents(await deployment(url, 'staging'), await deployment(url, 'production'));
});

it('the doctor shows the name of the deployment', async () => {
  const { url } = await aServer();
  const { text } = await (await deployment(url, 'staging')).describe();
  expect(text).toContain('deployment staging, 1 copy');
});

it('services with another deployment name or other servers have another fingerprint', async () => {
  const [one, two] = [await aServer(), await aServer()];
  const told = async ({ url }: { url: string }, name: string) => {
    const [finding] = (await diagnose([busCheck(await deployment(url, name))])).findings;
    expect(finding).toMatchObject({ check: 'event bus', ok: true });
    return finding?.fingerprint;
  };
  const ours = await told(one, 'staging');
  expect(await told(one, 'staging')).toBe(ours);
  expect(await told(one, 'production')).not.toBe(ours);
  expect(await told(two, 'staging')).not.toBe(ours);
});

it('a bus on NATS without a deployment name is refused at start', async () => {
  await expect(connectBus({ natsUrl: 'nats://127.0.0.1:1', logger: silentLogger })).rejects.toThrow(
    'Bad configuration. DEPLOYMENT_NAME: is required with NATS_URL',
  );
});

describe('a stream of another deployment', () => {
  it('with the same name and another address is refused at start', async () => {
    const { url } = await aServer();
    await deployment(url, 'parcelyard', 'https://ship.example.com');
    await deployment(url, 'parcelyard', 'https://ship.example.com/');
    await expect(deployment(url, 'parcelyard', 'https://staging.example.com')).rejects.toThrow(
      /^Bad configuration\. DEPLOYMENT_NAME: in this NATS account, "parcelyard" is the name of the deployment at https:\/\/ship\.example\.com, /,
    );
    await deployment(url, 'staging', 'https://staging.example.com');
  });

  it.each([
    ['with the same name', 'PARCELYARD_EVENTS_staging', 'something.else'],
    ['with the same subjects', 'ALL', 'parcelyard.>'],
  ])('%s is refused at start', async (_, name, subject) => {
    const { url } = await aServer();
    const admin = await connect({ servers: url });
    closers.push(() => admin.close());
    await (await jetstreamManager(admin)).streams.add({ name, subjects: [subject] });
    await expect(deployment(url, 'staging')).rejects.toThrow(
      /^Bad configuration\. DEPLOYMENT_NAME: .*stream/,
    );
  });

  it('gets no events from a deployment that started while NATS was down', async () => {
    const server = await aServer();
    const own = await deployment(server.url, 'parcelyard', 'https://ship.example.com');
    await own.publish(anEvent(1));
    await server.kill();
    const late = await deployment(server.url, 'parcelyard', 'https://staging.example.com');
    const got = await listen(late);
    await server.restart();
    await eventually(() => expect(late.isConnected()).toBe(true));
    await expect(late.publish(anEvent(2))).rejects.toThrow('DEPLOYMENT_NAME');
    await eventually(() => expect(own.isConnected()).toBe(true));
    const ours = await listen(own);
    await own.publish(anEvent(3));
    await eventually(() => expect(ours).toHaveLength(2));
    expect(got).toEqual([]);
    expect(await server.countStored('PARCELYARD_EVENTS_parcelyard')).toBe(2);
  });
});

describe('with the permissions of docs/deploying.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-two-deployments-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const user = (name: string) => {
    const stream = `PARCELYARD_EVENTS_${name}`;
    const publish = [
      `parcelyard.${name}.>`,
      '$JS.API.INFO',
      `$JS.API.STREAM.*.${stream}`,
      `$JS.API.CONSUMER.*.${stream}.>`,
      `$JS.API.CONSUMER.*.*.${stream}.>`,
      `$JS.ACK.${stream}.>`,
    ];
    return `{ user: ${name}, password: secret, permissions: { publish: ${JSON.stringify(publish)}, subscribe: "_INBOX.>" } }`;
  };

  it('each deployment can do what it needs, and nothing in the other one', async () => {
    const path = join(folder, 'server.conf');
    writeFileSync(path, `authorization { users: [ ${user('staging')}, ${user('production')} ] }`);
    const { url } = await aServer(['--config', path]);
    const as = (name: string) => url.replace('nats://', `nats://${name}:secret@`);
    const [one, two] = [
      await deployment(as('staging'), 'staging'),
      await deployment(as('production'), 'production'),
    ];
    await expectSeparateEvents(one, two);
    expect((await one.describe()).text).toContain('deployment staging');
    const stranger = await deployment(as('staging'), 'production');
    await expect(stranger.publish(anEvent(1))).rejects.toThrow(/permission/i);
  });
});
