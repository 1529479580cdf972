import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import type { NatsVariables } from '@parcelyard/service-kit/config';
import { createAuthority } from '@parcelyard/testing/create-authority';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { startNatsServer } from '@parcelyard/testing/start-nats-server';
import type { Bus } from '../src/bus';
import { connectBus } from '../src/connect-bus';

const folder = mkdtempSync(join(tmpdir(), 'parcelyard-nats-sign-in-'));
afterAll(() => rmSync(folder, { recursive: true }));
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function aServer(configuration: string) {
  const path = join(folder, 'server.conf');
  writeFileSync(path, configuration);
  const server = await startNatsServer({ flags: ['--config', path] });
  closers.push(server.stop);
  return server;
}

async function open(natsUrl: string, nats: NatsVariables = {}): Promise<Bus> {
  const bus = await connectBus({ natsUrl, nats: { DEPLOYMENT_NAME: 'test', ...nats }, logger: silentLogger });
  closers.push(bus.close);
  return bus;
}

/** Waits until the bus is connected. On a busy machine the first try may end without an answer. */
const connected = async (opening: Promise<Bus>) => {
  const bus = await opening;
  await eventually(() => expect(bus.isConnected()).toBe(true));
};

const seedOf = (key: ReturnType<typeof createUser>) => new TextDecoder().decode(key.getSeed());

it('an NKEY signs in to a server that knows it, and another one is refused at start with its variable', async () => {
  const key = createUser();
  const server = await aServer(`authorization { users: [ { nkey: ${key.getPublicKey()} } ] }`);
  await connected(open(server.url, { NATS_NKEY: seedOf(key) }));
  const other = { NATS_NKEY: seedOf(createUser()) };
  await expect(open(server.url, other)).rejects.toThrow(
    'Bad configuration. NATS_NKEY: the servers refuse it',
  );
  await expect(open(server.url)).rejects.toThrow('Bad configuration. NATS_URL: the servers refuse it');
});

it('with certificates, the servers are verified by their authority, and this program by its own certificate', async () => {
  const authority = createAuthority();
  const server = authority.issue('localhost', folder);
  const own = authority.issue('orders', folder);
  const { url } = await aServer(
    `tls { cert_file: "${server.GRPC_TLS_CERT_FILE}", key_file: "${server.GRPC_TLS_KEY_FILE}", ca_file: "${server.GRPC_TLS_CA_FILE}", verify: true }`,
  );
  const address = url.replace('nats:', 'tls:').replace('127.0.0.1', 'localhost');
  const files = {
    NATS_TLS_CA_FILE: own.GRPC_TLS_CA_FILE,
    NATS_TLS_CERT_FILE: own.GRPC_TLS_CERT_FILE,
    NATS_TLS_KEY_FILE: own.GRPC_TLS_KEY_FILE,
  };
  const { NATS_TLS_CA_FILE: _, ...withoutAuthority } = files;
  // Without its own certificate, the client gets no answer at all, as if no server could be reached.
  expect((await open(address, { NATS_TLS_CA_FILE: own.GRPC_TLS_CA_FILE })).isConnected()).toBe(false);
  await expect(open(address, withoutAuthority)).rejects.toThrow(
    'Bad configuration. NATS_TLS_CA_FILE: the servers refuse it',
  );
  await connected(open(address, files));
});

describe('a contradictory configuration is refused at start with its variable', () => {
  it.each<[NatsVariables, RegExp]>([
    [{ NATS_JWT: 'eyJ0' }, /NATS_NKEY: is required with NATS_JWT/],
    [{ NATS_NKEY: 'SUxx' }, /NATS_NKEY: is not a key/],
    [{ NATS_CREDENTIALS_FILE: '/nowhere.creds' }, /NATS_CREDENTIALS_FILE: the file cannot be read/],
    [{ NATS_CREDENTIALS_FILE: '/etc/hostname' }, /NATS_CREDENTIALS_FILE: is not a key/],
    [
      { NATS_CREDENTIALS_FILE: '/a', NATS_NKEY: 'b' },
      /NATS_CREDENTIALS_FILE: .*set only one of the two ways/,
    ],
    [{ NATS_TLS_CERT_FILE: '/a' }, /NATS_TLS_KEY_FILE: is required with NATS_TLS_CERT_FILE/],
    [{ NATS_TLS_KEY_FILE: '/a' }, /NATS_TLS_CERT_FILE: is required with NATS_TLS_KEY_FILE/],
    [{ NATS_TLS_CA_FILE: '/nowhere.pem' }, /NATS_TLS_CA_FILE: the file cannot be read/],
  ])('%j', async (nats, reason) => {
    await expect(open('nats://127.0.0.1:1', nats)).rejects.toThrow(reason);
  });

  it('a user in the address and a key', async () => {
    const nats = { NATS_NKEY: seedOf(createUser()) };
    await expect(open('nats://ann:secret@127.0.0.1:1', nats)).rejects.toThrow(/NATS_URL: contains a user/);
  });
});
