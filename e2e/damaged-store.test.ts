import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createMcpClient } from './support/mcp-client';
import { createOrder, openShop, type Shop } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

const program = join(resolve(__dirname, '..'), 'dist/local-stack.mjs');

let stack: Stack;
let shop: Shop;
let orderId: number;
let store: string;
let copy: string;

beforeAll(async () => {
  stack = await startStack();
  shop = await openShop(stack);
  orderId = await createOrder(shop.mcp);
  await stack.stop();
  store = join(stack.dataDir, 'embedded-mongo', 'data.mdb');
  copy = `${store}.copy`;
  copyFileSync(store, copy);
});

beforeEach(() => copyFileSync(copy, store));

afterAll(() => stack.remove());

const bytes = () => statSync(copy).size;

it.each<[string, () => void, RegExp, string]>([
  [
    'is empty',
    () => truncateSync(store, 0),
    /data\.mdb is missing or empty, but .* had a shop before\./,
    '0',
  ],
  ['does not exist', () => rmSync(store), /data\.mdb is missing or empty, but .* had a shop before\./, '0'],
  [
    'is cut in the middle',
    () => truncateSync(store, bytes() / 2),
    /data\.mdb is truncated: it has \d+ of \d+ bytes\./,
    '0',
  ],
  [
    'is cut in the middle, in a stack of separate processes',
    () => truncateSync(store, bytes() / 2),
    /data\.mdb is truncated: it has \d+ of \d+ bytes\./,
    '1',
  ],
  [
    'has other contents',
    () => writeFileSync(store, 'x'.repeat(20_000)),
    /data\.mdb is not a store of the embedded engine\./,
    '0',
  ],
])('a database file that %s stops the start with instructions', (_, damage, words, SPLIT) => {
  damage();
  const before = existsSync(store) ? statSync(store).size : undefined;
  const { status, signal, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH: process.env.PATH, DATA_DIR: stack.dataDir, PORT: '0', SPLIT },
    encoding: 'utf8',
    timeout: 180_000,
  });
  expect(stderr).toMatch(words);
  expect(stderr).toContain('Nothing was changed. Restore ');
  expect([status, signal]).toEqual([1, null]);
  expect(existsSync(store) ? statSync(store).size : undefined).toBe(before);
});

it('a restored copy has its earlier data', async () => {
  await stack.restart();
  const mcp = createMcpClient(stack.file().mcpUrl, shop.account.accessToken);
  expect(await mcp.expectData('get_order', { order_id: orderId })).toMatchObject({ order_id: orderId });
});
