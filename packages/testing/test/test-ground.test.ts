import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../src/eventually';
import { FakeClock } from '../src/fake-clock';
import { findNatsServer, startNatsServer } from '../src/start-nats-server';
import { startTestDatabase } from '../src/start-test-database';

const isUp = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      void once(socket, 'close').then(() => resolve(true));
    });
  });

it('eventually returns the last result of the check', async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    if (looks < 3) throw new Error('not yet');
    return looks;
  };
  expect(await eventually(look)).toBe(3);
});

it('eventually fails with the last error of the check', async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    throw new Error(`look ${looks}`);
  };
  await expect(eventually(look, 50)).rejects.toThrow(/look \d/);
});

it('a fake clock changes only by its methods', () => {
  const clock = new FakeClock('2026-03-02T15:00:00.000Z');
  expect(clock.now()).toEqual(clock.now());
  clock.advance(1_500);
  expect(clock.now().toISOString()).toBe('2026-03-02T15:00:01.500Z');
  clock.set('2026-12-24T00:00:00.000Z');
  expect(clock.now().toISOString()).toBe('2026-12-24T00:00:00.000Z');
  clock.now().setFullYear(1999);
  expect(clock.now().getUTCFullYear()).toBe(2026);
});

it('a NATS server can be killed and restarted on the same port', async () => {
  const nats = await startNatsServer();
  try {
    const { url } = nats;
    expect(await isUp(url)).toBe(true);
    await nats.kill();
    expect(await isUp(url)).toBe(false);
    await nats.restart();
    expect(await isUp(url)).toBe(true);
    expect(await nats.countSubscriptions()).toBe(0);
  } finally {
    await nats.stop();
  }
  expect(await isUp(nats.url)).toBe(false);
});

it('a machine without nats-server gets a message what to install', () => {
  expect(() => findNatsServer('/nowhere')).toThrow('apt-get install nats-server');
});

it('two test databases are separate', async () => {
  const [one, two] = await Promise.all([startTestDatabase(), startTestDatabase()]);
  try {
    await one.db.collection<{ _id: number }>('things').insertOne({ _id: 1 });
    expect(await two.db.collection('things').countDocuments()).toBe(0);
    expect(await one.isReachable()).toBe(true);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});
