import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@parcelyard/testing/create-authority';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { channelSecurityVariables, loadConfig } from '../../src/config';
import type { Logger } from '../../src/logger';
import { watchCertificateFiles } from '../../src/rpc/certificate-files';
import { createChannelSecurity, requireAuthentication } from '../../src/rpc/channel-security';
import { createGrpcClient } from '../../src/rpc/grpc-client';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { startHealthServer } from '../../src/rpc/health';
import { isUnauthenticated } from '../../src/rpc/status-map';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';
import { checkHealth, SERVING } from './check-health';

type Environment = Readonly<Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), 'parcelyard-certificates-'));
const authority = createAuthority();
const parcels = authority.issue('parcels', folder);
const gateway = authority.issue('gateway', folder);
const stranger = createAuthority().issue('stranger', folder);
const [OLD, NEW, WRONG] = ['old', 'new', 'wrong'].map((word) => word.padEnd(32, '-')) as [
  string,
  string,
  string,
];

afterAll(() => rmSync(folder, { recursive: true }));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const securityOf = (environment: Environment, name = 'gateway') =>
  createChannelSecurity(name, loadConfig(channelSecurityVariables, environment));

/** Starts a server with one environment and a client with another, and makes a call between them. */
async function callBetween(server: Environment, client: Environment, service = 'parcels') {
  let served = 0;
  const refused: object[] = [];
  const running = await startGrpcServer({
    definition: ParcelsDefinition,
    handlers: {
      list: async () => ({ pickups: [], total: 0 }),
      cancel: async () => {
        served += 1;
        return aPickup();
      },
    },
    listen: '127.0.0.1:0',
    logger: { ...silentLogger, warn: (line: object) => refused.push(line) } as Logger,
    security: securityOf(server),
  });
  closers.push(() => running.drain(0));
  const remote = createGrpcClient(ParcelsDefinition, {
    address: running.address,
    service,
    security: securityOf(client),
    defaultTimeoutMs: 60_000,
  });
  closers.push(remote.close);
  return { running, call: () => remote.rpc.cancel(aRequest()), served: () => served, refused };
}

it.each<[string, Environment, Environment]>([
  ['certificates of one authority', parcels, gateway],
  ['the same secret', { GRPC_SHARED_SECRET: OLD }, { GRPC_SHARED_SECRET: OLD }],
  ['a secret that is being replaced', { GRPC_SHARED_SECRET: `${NEW},${OLD}` }, { GRPC_SHARED_SECRET: OLD }],
  ['a secret that was replaced', { GRPC_SHARED_SECRET: `${NEW},${OLD}` }, { GRPC_SHARED_SECRET: NEW }],
  [
    'certificates and a secret',
    { ...parcels, GRPC_SHARED_SECRET: OLD },
    { ...gateway, GRPC_SHARED_SECRET: OLD },
  ],
])('a caller with %s is served', async (_name, server, client) => {
  const { call } = await callBetween(server, client);
  expect(await call()).toEqual(aPickup());
});

it.each<[string, Environment, Environment]>([
  [
    'a certificate of another authority',
    parcels,
    { ...stranger, GRPC_TLS_CA_FILE: gateway.GRPC_TLS_CA_FILE },
  ],
  ['no certificate', parcels, {}],
  ['trust in another authority', parcels, { ...gateway, GRPC_TLS_CA_FILE: stranger.GRPC_TLS_CA_FILE }],
  ['a certificate for a server that has none', {}, gateway],
  ['no secret', { GRPC_SHARED_SECRET: OLD }, {}],
  ['a wrong secret', { GRPC_SHARED_SECRET: OLD }, { GRPC_SHARED_SECRET: WRONG }],
  ['a secret that is not accepted yet', { GRPC_SHARED_SECRET: OLD }, { GRPC_SHARED_SECRET: `${NEW},${OLD}` }],
  ['a certificate but no secret', { ...parcels, GRPC_SHARED_SECRET: OLD }, gateway],
])('a caller with %s is refused before its request is looked at', async (_name, server, client) => {
  const { call, served } = await callBetween(server, client);
  await expect(call()).rejects.toMatchObject({ code: expect.stringMatching(/^(unavailable|internal)$/) });
  expect(served()).toBe(0);
});

it('a caller without the secret is logged with its address and without its secret', async () => {
  const { call, refused } = await callBetween({ GRPC_SHARED_SECRET: OLD }, { GRPC_SHARED_SECRET: WRONG });
  await expect(call()).rejects.toThrow();
  expect(refused).toEqual([
    {
      cause: 'unknown caller',
      method: expect.stringContaining('/Cancel'),
      peer: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      alsoRefused: 0,
    },
  ]);
});

it('a caller recognizes that its secret is wrong, and does not confuse this with other refusals', async () => {
  const refusal = async (server: Environment, client: Environment) => {
    const { call } = await callBetween(server, client);
    return call().catch((error: unknown) => error);
  };
  expect(isUnauthenticated(await refusal({ GRPC_SHARED_SECRET: OLD }, { GRPC_SHARED_SECRET: WRONG }))).toBe(
    true,
  );
  expect(isUnauthenticated(await refusal(parcels, {}))).toBe(false);
});

it('a server with the certificate of another service is not called', async () => {
  const { call, served } = await callBetween(parcels, gateway, 'billing');
  await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  expect(served()).toBe(0);
});

it('health checks need no secret, and have a separate listener when certificates are configured', async () => {
  const secret = await callBetween({ GRPC_SHARED_SECRET: OLD }, {});
  expect(await checkHealth(secret.running.address, '')).toBe(SERVING);

  const tls = await callBetween(parcels, gateway);
  await expect(checkHealth(tls.running.address, '')).rejects.toThrow();
  const health = await startHealthServer('127.0.0.1:0', tls.running.health);
  closers.push(health.close);
  expect(await checkHealth(health.address, ParcelsDefinition.fullName)).toBe(SERVING);
  const open = createGrpcClient(ParcelsDefinition, { address: health.address });
  closers.push(open.close);
  await expect(open.rpc.cancel(aRequest())).rejects.toThrow();
});

it('renewed certificates are used for new connections, and unusable certificates are ignored', async () => {
  const own = authority.issue('renewed', folder);
  const seen: string[] = [];
  const files = watchCertificateFiles(own, () => silentLogger);
  const listener = (update: { certificate: Buffer } | null) => void seen.push(String(update?.certificate));
  files.addIdentityCertificateListener(listener);
  closers.push(() => files.removeIdentityCertificateListener(listener));

  await eventually(() => expect(seen).toHaveLength(1));
  const before = seen.at(-1);
  authority.issue('renewed', folder);
  files.refresh();
  expect(seen).toHaveLength(2);
  expect(seen[1]).not.toBe(before);
  files.refresh();
  writeFileSync(own.GRPC_TLS_KEY_FILE, 'half a key');
  files.refresh();
  expect(seen).toHaveLength(2);
});

describe('configuration', () => {
  it.each([
    [{ GRPC_TLS_CERT_FILE: 'a', GRPC_TLS_KEY_FILE: 'b' }, /GRPC_TLS_CA_FILE: is required/],
    [{ ...parcels, GRPC_TLS_KEY_FILE: '/nowhere' }, /GRPC_TLS_KEY_FILE: the file cannot be read/],
    [{ ...parcels, GRPC_TLS_KEY_FILE: gateway.GRPC_TLS_KEY_FILE }, /GRPC_TLS_KEY_FILE.*do not match/],
    [{ GRPC_SHARED_SECRET: 'short' }, /GRPC_SHARED_SECRET: each secret needs at least 32 characters/],
  ])('%j stops the start', (environment, reason) => {
    expect(() => securityOf(environment as Environment)).toThrow(reason);
  });

  it.each(['0.0.0.0:9000', '[::]:9000', '10.1.2.3:9000', 'orders:9000', ':9000'])(
    'calls from anybody are not taken on %s',
    (listen) => {
      expect(() => requireAuthentication(listen, securityOf({}))).toThrow(
        /GRPC_LISTEN: .*GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE, GRPC_TLS_CA_FILE, or GRPC_SHARED_SECRET/,
      );
      expect(() => requireAuthentication(listen, securityOf({ GRPC_SHARED_SECRET: OLD }))).not.toThrow();
    },
  );

  it.each(['127.0.0.1:0', 'localhost:9000', '[::1]:9000'])('they are on %s', (listen) => {
    expect(() => requireAuthentication(listen, securityOf({}))).not.toThrow();
  });
});
