import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import {
  CallStreamDefinition,
  type StreamedAnswers,
  type StreamedCalls,
} from '@parcelyard/contracts/call-stream';
import { createAuthority } from '@parcelyard/testing/create-authority';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { channelSecurityVariables, loadConfig } from '../../src/config';
import { callersOf } from '../../src/rpc/callers';
import { createChannelSecurity } from '../../src/rpc/channel-security';
import { type GrpcMethod, grpcDefinition } from '../../src/rpc/grpc-definition';
import { startGrpcServer } from '../../src/rpc/grpc-server';
import { createLocalClient } from '../../src/rpc/local-client';
import { aPickup, aRequest, ParcelsDefinition } from './a-service';

type Environment = Readonly<Record<string, string>>;

const folder = mkdtempSync(join(tmpdir(), 'parcelyard-callers-'));
const authority = createAuthority();
const certificates = Object.fromEntries(
  ['billing', 'shipctl', 'customers-email', 'gateway'].map((name) => [name, authority.issue(name, folder)]),
);
afterAll(() => rmSync(folder, { recursive: true }));

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/**
 * A service with billing's caller rule. Its methods have the names of billing's methods, so that the rule knows them.
 */
const Billing = {
  ...ParcelsDefinition,
  methods: {
    list: { ...ParcelsDefinition.methods.list, name: 'GetBalance' },
    cancel: { ...ParcelsDefinition.methods.cancel, name: 'AddBalance' },
  },
} as const;
const METHODS = grpcDefinition(Billing);
const OPEN = grpcDefinition(CallStreamDefinition).open as GrpcMethod;

let served = 0;
beforeEach(() => {
  served = 0;
});
const handlers = {
  list: async () => {
    served += 1;
    return { pickups: [], total: 0 };
  },
  cancel: async () => {
    served += 1;
    return aPickup();
  },
};

const securityOf = (name: string, environment: Environment) =>
  createChannelSecurity(name, loadConfig(channelSecurityVariables, environment));

async function callerOf(server: Environment, name: string, client: Environment, sign = true) {
  const running = await startGrpcServer({
    definition: Billing,
    handlers,
    listen: '127.0.0.1:0',
    logger: silentLogger,
    security: securityOf('billing', server),
    callers: callersOf('billing'),
  });
  closers.push(() => running.drain(0));
  const security = securityOf(name, client);
  const channel = new Client(running.address, security.channelCredentials, {
    'grpc.ssl_target_name_override': 'billing',
  });
  closers.push(() => channel.close());
  const call = (method: (typeof METHODS)[string], request: unknown) => {
    const metadata = new Metadata();
    if (sign) security.sign(metadata);
    return new Promise<string>((resolve) => {
      channel.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        { deadline: Date.now() + 60_000 },
        (error: ServiceError | null) => resolve(status[error?.code ?? status.OK] as string),
      );
    });
  };
  return {
    addBalance: () => call(METHODS.cancel!, aRequest()),
    getBalance: () => call(METHODS.list!, { accountId: 7 }),
    /** Returns what a stream answers to two calls of the method, or the stream's status. */
    streamed: async (method: string) => {
      const metadata = new Metadata();
      if (sign) security.sign(metadata);
      const duplex = channel.makeBidiStreamRequest<StreamedCalls, StreamedAnswers>(
        OPEN.path,
        OPEN.requestSerialize,
        OPEN.responseDeserialize as (bytes: Buffer) => StreamedAnswers,
        metadata,
      );
      const call = { method, request: Buffer.alloc(0), timeoutMs: 5_000, requestId: '', traceparent: '' };
      duplex.write({ calls: [1, 2].map((number) => ({ ...call, number })) });
      duplex.end();
      const outcomes: unknown[] = [];
      for await (const { answers } of duplex as AsyncIterable<StreamedAnswers>)
        outcomes.push(...answers.map(({ outcome }) => outcome?.$case));
      return outcomes;
    },
  };
}

const SECRET = 's'.repeat(32);
const FORMS: [string, (name: string) => Environment][] = [
  ['certificates', (name) => certificates[name] as Environment],
  ['a shared secret', () => ({ GRPC_SHARED_SECRET: SECRET })],
  ['nothing between them but loopback', () => ({})],
];

describe.each(FORMS)('with %s', (_form, environmentOf) => {
  const as = (name: string) => callerOf(environmentOf('billing'), name, environmentOf(name));

  it('shipctl can add balance, as the table of calls allows', async () => {
    expect(await (await as('shipctl')).addBalance()).toBe('OK');
  });

  it('customers-email and the gateway cannot add balance, and nothing happens', async () => {
    expect(await (await as('customers-email')).addBalance()).toBe('PERMISSION_DENIED');
    expect(await (await as('gateway')).addBalance()).toBe('PERMISSION_DENIED');
    expect(served).toBe(0);
  });

  it('a stream lets a caller call the same methods and no others', async () => {
    const refused = ['failure', 'failure'];
    expect(await (await as('customers-email')).streamed('GetBalance')).toEqual(refused);
    const gateway = await as('gateway');
    expect(await gateway.streamed('AddBalance')).toEqual(refused);
    expect(served).toBe(0);
    expect(await gateway.streamed('GetBalance')).toEqual(['response', 'response']);
    expect(served).toBe(2);
  });
});

it('a caller without a name or with an unknown name may not call any method', async () => {
  const nameless = await callerOf({}, 'shipctl', {}, false);
  expect([await nameless.addBalance(), await nameless.getBalance()]).toEqual([
    'PERMISSION_DENIED',
    'PERMISSION_DENIED',
  ]);
  expect(await nameless.streamed('GetBalance')).toEqual(['failure', 'failure']);
  expect(await (await callerOf({}, 'constructor', {})).getBalance()).toBe('PERMISSION_DENIED');
});

it('a stream without the secret is refused', async () => {
  const secret = { GRPC_SHARED_SECRET: SECRET };
  const unsigned = await callerOf(secret, 'gateway', secret, false);
  await expect(unsigned.streamed('GetBalance')).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
});

it('the name in the certificate decides, not the name that the caller sends', async () => {
  const liar = await callerOf(
    certificates.billing as Environment,
    'shipctl',
    certificates.gateway as Environment,
  );
  expect(await liar.addBalance()).toBe('PERMISSION_DENIED');
});

it('the signature of one name is not valid for another name', async () => {
  const security = securityOf('billing', { GRPC_SHARED_SECRET: SECRET });
  const metadata = new Metadata();
  securityOf('gateway', { GRPC_SHARED_SECRET: SECRET }).sign(metadata);
  expect(security.isTrusted(metadata)).toBe(true);
  expect(JSON.stringify(metadata.toJSON())).not.toContain(SECRET);
  metadata.set('x-parcelyard-caller', 'shipctl');
  expect(security.isTrusted(metadata)).toBe(false);
});

it('the same rule applies to callers in one process', async () => {
  const rule = callersOf('billing');
  const as = (name: string) => createLocalClient(Billing, handlers, { caller: { name, rule } });
  expect(await as('shipctl').cancel(aRequest())).toEqual(aPickup());
  await expect(as('customers-email').cancel(aRequest())).rejects.toMatchObject({
    code: 'internal',
    detail: 'Parcels.AddBalance: the table of calls does not let customers-email call it',
  });
  expect(served).toBe(1);
});
