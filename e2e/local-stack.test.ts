import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';
import { createMcpClient } from './support/mcp-client';
import { balanceOf, createOrder, openShop, POLITE_PAUSE_MS, rateOrder, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const program = join(resolve(__dirname, '..'), 'dist/local-stack.mjs');

describe('a local stack', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.remove());

  it.each([
    { what: 'a restart', end: () => stack.stop() },
    { what: 'a power cut', end: () => stack.kill() },
  ])('keeps after $what its data: order, label, file, money and tokens', async ({ end }) => {
    const shop = await openShop(stack);
    const orderId = await createOrder(shop.mcp);
    const { purchase } = await rateOrder(shop.mcp, orderId);
    await shop.mcp.expectData('buy_label', { ...purchase, confirm: true });
    const before = await whatStays(shop, orderId);

    await end();
    await stack.restart();
    expect(await whatStays(shop, orderId)).toEqual(before);
    expect(await createOrder(shop.mcp)).toBeGreaterThan(orderId);
  });

  it('runs beside another one, with separate accounts', async () => {
    const { mcp } = await openShop(stack);
    const other = await startStack();
    try {
      const [mine, theirs] = [stack.file(), other.file()];
      expect(theirs.mcpUrl).not.toBe(mine.mcpUrl);
      for (const { mcpUrl, demo } of [mine, theirs]) {
        const tokens = [mine.demo.accessToken, theirs.demo.accessToken];
        const answers = await Promise.all(tokens.map((token) => createMcpClient(mcpUrl, token).send('ping')));
        expect(answers.map(({ status }) => status)).toEqual(
          tokens.map((token) => (token === demo.accessToken ? 200 : 401)),
        );
      }
      await other.stop();
      expect(existsSync(join(other.dataDir, 'stack.json'))).toBe(false);
      expect(await mcp.send('ping')).toMatchObject({ status: 200 });
    } finally {
      await other.remove();
    }
  });

  it.each([
    ['a used port', () => ({ PORT: new URL(stack.file().baseUrl).port }), /port \d+ is in use/],
    ['an invalid port', () => ({ PORT: 'eighty' }), /PORT/],
    [
      'no database',
      () => ({ PORT: '0', MONGODB_URI: 'mongodb://127.0.0.1:1' }),
      /did not start: .*127\.0\.0\.1:1/,
    ],
  ])(
    'that cannot start with %s says so, ends with an error code and writes no stack.json',
    (_why, variables, reason) => {
      const folder = mkdtempSync(join(tmpdir(), 'parcelyard-e2e-'));
      const dataDir = join(folder, 'data');
      const { status, stderr } = spawnSync(process.execPath, [program], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...variables() },
        encoding: 'utf8',
        timeout: 180_000,
      });
      expect(stderr).toMatch(reason);
      expect(status).toBe(1);
      expect(existsSync(join(dataDir, 'stack.json'))).toBe(false);
      rmSync(folder, { recursive: true });
    },
  );

  it('refuses an expired rate [MCP-S7]', async () => {
    await stack.restart({ RATE_TTL_S: '1' });
    const { mcp } = await openShop(stack);
    const { purchase } = await rateOrder(mcp, await createOrder(mcp));
    await eventually(
      async () => expect(await mcp.call('buy_label', purchase)).toMatchObject({ isError: true }),
      60_000,
      POLITE_PAUSE_MS,
    );
    expect(await mcp.call('buy_label', { ...purchase, confirm: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('This rate has expired.'),
    });
    expect(await balanceOf(mcp)).toBe(500);
  });
});

/** Returns the data that a restart must keep. */
async function whatStays({ mcp }: Shop, orderId: number) {
  const label = await mcp.expectData('get_label', { order_id: orderId });
  const file = await fetch(label.label_url as string);
  expect(file.status).toBe(200);
  return {
    label,
    file: Buffer.from(await file.arrayBuffer()).toString('base64'),
    order: await mcp.expectData('get_order', { order_id: orderId }),
    products: await mcp.expectData('list_products'),
    balance: await balanceOf(mcp),
  };
}
