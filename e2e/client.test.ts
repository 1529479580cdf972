import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import { type InstalledClient, installClient } from './support/installed-client';
import { shareStack } from './support/share-stack';
import { createAccount, type NewAccount } from './support/shipctl';
import type { RunningStack } from './support/start-stack';

const root = resolve(__dirname, '..');
const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
const samples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text as string);
const sampleWith = (text: string) => samples.find((sample) => sample.includes(text)) as string;

const TYPES = `
import { Parcelyard, ParcelyardError, verifyWebhook } from '@parcelyard/client';
import type { ErrorCode, Order, WebhookEvent } from '@parcelyard/client';

const parcelyard = new Parcelyard({ baseUrl: 'https://ship.example', accessToken: async () => 'token' });
const order: Order = (await parcelyard.getOrder(10482)).result;
const event: WebhookEvent = await verifyWebhook({ body: '', headers: new Headers(), signingSecret: 'whsec_x' });
const code: ErrorCode | undefined = new ParcelyardError('No.', { status: 400 }).code;
for await (const customer of parcelyard.eachCustomer({ email: undefined })) customer.firstName.trim();
await parcelyard.updateOrder(10482, { city: 'Boston' }, { idempotencyKey: 'job-7', timeoutMs: 1 });
// @ts-expect-error an id is a number
await parcelyard.getOrder('10482');
// @ts-expect-error no field of an order
await parcelyard.updateOrder(10482, { town: 'Boston' });
// @ts-expect-error a read takes no idempotency key
await parcelyard.getOrder(10482, { idempotencyKey: 'job-7' });
// @ts-expect-error orderId is needed
await parcelyard.shippingInfo({ weightOz: 12 });
// @ts-expect-error answers tell no success
(await parcelyard.getOrder(10482)).success;
export { code, event, order };
`;

describe('the TypeScript client that a server offers', () => {
  let stack: RunningStack;
  let account: NewAccount;
  let installed: InstalledClient;
  beforeAll(async () => {
    stack = await shareStack();
    account = await createAccount(stack.dataDir, '--plan', 'enterprise', '--balance', '100');
    const commands = /^```sh\n([\s\S]*?)^```$/m.exec(readme)?.[1] as string;
    installed = await installClient(`${stack.file().baseUrl}/public/client.tgz`, commands);
  });
  afterAll(() => installed?.remove());

  const environment = () => {
    const { baseUrl } = stack.file();
    return { BASE_URL: baseUrl, ACCESS_TOKEN: account.accessToken, PARTNER_KEY: 'local-partner-key' };
  };

  it('opens an account and creates and deletes an order, with one order after a lost answer [REST-T2] [REST-T5]', async () => {
    const printed = await installed.runFile(join(__dirname, 'support/client-flow.mjs'), environment());
    expect(JSON.parse(printed)).toEqual({
      balance: 0,
      hasDropped: true,
      made: 1,
      isSameLabel: true,
      tracked: true,
      listed: true,
      refusal: { name: 'ParcelyardError', status: 409, code: 'wrong_state', hasRequestId: true },
    });
  });

  it('works as its README shows: buys a label, lists it, reads failures [REST-T5]', async () => {
    const bought = await installed.run(sampleWith('purchaseLabel'), environment());
    const [, trackingNumber] = /^(\S+) http/.exec(bought) ?? [];
    expect(trackingNumber).toMatch(/^\w{8,}$/);
    expect(await installed.run(sampleWith('eachOrder'), environment())).toMatch(/^\d+ INV-2001$/m);
    const failure = await installed.run(sampleWith('instanceof ParcelyardError'), environment());
    expect(failure).toMatch(/^404 not_found .* \S{8,}\n$/);
  });

  it('receives webhooks as its README shows [REST-T4] [REST-T5]', async () => {
    const port = await freePort();
    const file = join(installed.folder, 'receiver.mjs');
    writeFileSync(file, sampleWith('verifyWebhook'));
    const env = { PATH: process.env.PATH, SIGNING_SECRET: 'whsec_x', PORT: String(port) };
    const receiver = spawn(process.execPath, [file], { cwd: installed.folder, env, stdio: 'pipe' });
    try {
      const body = JSON.stringify({
        EventId: 90210,
        EventType: 'test',
        Shipment: { TrackingNumber: '9400' },
      });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const hmac = createHmac('sha256', 'whsec_x').update(`${timestamp}.${body}`).digest('hex');
      const deliver = async (text: string) => {
        const headers = { 'x-ship-timestamp': timestamp, 'x-ship-signature': `v1=${hmac}` };
        return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text })).status;
      };
      await eventually(async () => expect(await deliver(body)).toBe(204));
      expect(await deliver(body.replace('9400', '9401'))).toBe(400);
    } finally {
      receiver.kill('SIGKILL');
    }
  });

  it.each([
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ])('has types that report a mistake, checked with %s [REST-T5]', async (_name, options) => {
    const asModules = samples.map((text, place) => [`sample-${place}.mts`, text]);
    const modules = { 'types.mts': TYPES, ...Object.fromEntries(asModules) };
    const typeRoots = [join(root, 'node_modules/@types')];
    expect(await installed.check(modules, { ...options, typeRoots, types: ['node'] })).toBe('');
    // A project for the browser does not have the types of Node.
    const browser = { ...options, types: [], lib: ['es2022', 'dom', 'dom.iterable'] };
    expect(await installed.check({ 'types.mts': TYPES }, browser)).toBe('');
  });

  it('has an ETag, and is not sent again to a client that has it [REST-D6] [REST-T5]', async () => {
    const address = `${stack.file().baseUrl}/public/client.tgz`;
    const first = await fetch(address);
    expect(first.headers.get('content-type')).toBe('application/gzip');
    const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });
});
