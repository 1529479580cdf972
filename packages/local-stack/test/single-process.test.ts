import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { type EmbeddedMongo, startEmbeddedMongo } from '@parcelyard/embedded-mongo/start-embedded-mongo';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { createVisitor } from '@parcelyard/testing/visitor';
import { MongoClient } from 'mongodb';
import { parseStackEnvironment } from '../src/config';
import { SERVICES } from '../src/service-environment';
import type { StackFile } from '../src/stack-file';
import { type RunningStack, startStack } from '../src/start-stack';

describe('the local stack in one process', () => {
  let folder: string;
  let engine: EmbeddedMongo;
  let stack: RunningStack | undefined;

  const start = async (environment: Record<string, string> = {}) => {
    const parsed = parseStackEnvironment({
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      MONGODB_URI: engine.uri,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    stack = await startStack({ parsed, programsDir: folder, logger: silentLogger });
    return stack;
  };
  const readFile = () => JSON.parse(readFileSync(join(folder, 'data/stack.json'), 'utf8')) as StackFile;
  const stop = async () => {
    await stack?.stop();
    stack = undefined;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-stack-'));
    engine = await startEmbeddedMongo({ dataDir: join(folder, 'engine'), fsync: false });
  });
  afterEach(stop);
  afterAll(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true });
  });

  const callTool = async (file: StackFile, name: string, args: Record<string, unknown> = {}) => {
    const response = await fetch(file.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${file.demo.accessToken}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result } = (await response.json()) as { result: { structuredContent: Record<string, unknown> } };
    return result.structuredContent;
  };

  it('writes its addresses for scripts, and serves the demo shop over MCP and gRPC', async () => {
    await start();
    const file = readFile();
    expect(statSync(join(folder, 'data/stack.json')).mode & 0o777).toBe(0o600);
    expect(file.mcpUrl).toBe(`${file.baseUrl}/mcp`);
    expect(isAbsolute(file.mailDir)).toBe(true);
    expect(file.engines.mongo).toEqual({ kind: 'external', uri: engine.uri });
    expect(Object.keys(file.services).sort()).toEqual(
      ['auth', 'billing', 'customers-email', 'gateway', 'orders', 'pickups', 'shipping'].sort(),
    );
    for (const { pid } of Object.values(file.services)) expect(pid).toBe(process.pid);

    expect(await callTool(file, 'list_orders', { status: 'active', page_size: 50 })).toMatchObject({
      total: 29,
    });
    expect(await callTool(file, 'list_orders', { status: 'Deleted' })).toMatchObject({ total: 1 });
    expect(await callTool(file, 'get_balance')).toMatchObject({ balance: 250, auto_recharge_amount: 25 });
    expect(await callTool(file, 'list_products')).toMatchObject({ total: 7 });

    const orders = createGrpcClient(OrdersDefinition, {
      address: file.services.orders?.grpc as string,
      security: createChannelSecurity('gateway'),
    });
    const { total } = await orders.rpc.listOrders({
      accountId: file.demo.accountId,
      status: 'ChooseShipping',
      page: undefined,
    });
    orders.close();
    expect(total).toBe(14);
  });

  it('keeps every collection as long as docs/operations.md says, and has no other collection', async () => {
    await start();
    const table = retentionTable();
    const client = await new MongoClient(engine.uri).connect();
    try {
      const problems: string[] = [];
      const seen: string[] = [];
      for (const service of SERVICES) {
        const name = `parcelyard_${service.replaceAll('-', '_')}`;
        for (const { name: collection } of await client.db(name).listCollections().toArray()) {
          // docs/operations.md says that this collection may exist in any database.
          if (collection === 'doctor_probes') continue;
          const indexes = await client.db(name).collection(collection).indexes();
          const kept = indexes
            .filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
            .map(
              ({ key, expireAfterSeconds }) =>
                `${Object.keys(key)[0]} + ${(expireAfterSeconds ?? 0) / 86_400} d`,
            );
          const row = table.get(`${service} ${collection}`);
          seen.push(`${service} ${collection}`);
          if (!row) problems.push(`${service}: ${collection} is not in the table under Retention`);
          else if (row.index !== (kept[0] ?? ''))
            problems.push(`${service}: ${collection} has the index "${kept}", the table "${row.index}"`);
        }
      }
      // Some collections do not exist before their first document, so the names in the sources are checked, too.
      for (const name of collectionsInSources()) {
        if (!table.has(name)) problems.push(`${name} is not in the table under Retention`);
      }
      expect(problems).toEqual([]);
      const ownsAnIndex = [...table].filter(([, { index }]) => index !== '').map(([name]) => name);
      expect(seen).toEqual(expect.arrayContaining(ownsAnIndex));
    } finally {
      await client.close();
    }
  });

  it('keeps its state, and creates the demo account once', async () => {
    const first = (await start()).file;
    await callTool(first, 'create_order', {
      ship_to: { name: 'Ada', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' },
    });
    const before = await callTool(first, 'list_orders', { status: 'active' });
    await stop();
    expect(existsSync(join(folder, 'data/stack.json'))).toBe(false);

    const second = (await start()).file;
    expect(second.demo).toEqual(first.demo);
    expect(await callTool(second, 'list_orders', { status: 'active' })).toMatchObject({
      total: before.total,
    });
    expect(await callTool(second, 'get_balance')).toMatchObject({ balance: 250 });
  });

  it('starts again after the owner of the demo shop changed the password', async () => {
    const { baseUrl, demo } = (await start()).file;
    const owner = createVisitor(baseUrl);
    const { email, password } = demo;
    await owner.press(await owner.open('/signin'), 'Sign in', { email, password });
    const passwords = { present_password: password, new_password: 'another horse battery' };
    await owner.press(await owner.open('/settings/account'), 'Change password', passwords);
    await stop();
    expect((await start()).file.demo).toEqual({ ...demo, password: 'the password that you set' });
  });

  it('refuses a database that was filled with the keys of another folder', async () => {
    await start();
    await stop();
    await expect(start({ DATA_DIR: join(folder, 'other') })).rejects.toThrow(
      'The database was filled with other keys (TOKEN_KEYS)',
    );
  });

  it('reports a used port, and writes nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    await expect(start({ PORT: String(port), DATA_DIR: join(folder, 'taken') })).rejects.toThrow(
      `port ${port} is in use`,
    );
    expect(existsSync(join(folder, 'taken'))).toBe(false);
    other.close();
  });

  it('refuses a second stack on the same folder, and does not disturb the first', async () => {
    const first = (await start()).file;
    const running = stack;
    await expect(start()).rejects.toThrow('is in use by process');
    stack = running;
    expect(readFile()).toEqual(first);
    expect(await callTool(first, 'get_balance')).toMatchObject({ balance: 250 });
  });
});

/**
 * Reads the table in the section "Retention": for each service and collection, the TTL index of the row. The index is
 * empty when no documents are removed.
 */
function retentionTable(): ReadonlyMap<string, { readonly index: string }> {
  const text = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
  const [, section = ''] = /^## Retention$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| ([a-z-]+) \| `(\w+)` \|([^|]*)\|/gm)];
  return new Map(
    rows.map(([, service, collection, index]) => [
      `${service} ${collection}`,
      { index: (index as string).replaceAll('`', '').trim() },
    ]),
  );
}

/** Returns service and collection, for every collection whose name is a literal in a source. */
function collectionsInSources(): string[] {
  const services = join(__dirname, '../../../services');
  return readdirSync(services).flatMap((service) =>
    readdirSync(join(services, service, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => {
        const text = readFileSync(join(services, service, 'src', path), 'utf8');
        return [...text.matchAll(/\.collection(?:<[^(]*>)?\(\s*'(\w+)'/g)].map(
          ([, name]) => `${service} ${name}`,
        );
      }),
  );
}
