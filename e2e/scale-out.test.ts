import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AuthDefinition } from '@parcelyard/contracts/auth';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { channelSecurityVariables, loadConfig } from '@parcelyard/service-kit/config';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import type { ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { eventually } from '@parcelyard/testing/eventually';
import { insertTokens } from './support/insert-tokens';
import { createMcpClient, type McpClient } from './support/mcp-client';
import { runLoad } from './support/run-load';
import { createAccountWith, type NewAccount, printShipctl, runShipctl } from './support/shipctl';
import { createOrder } from './support/shop';
import { type Cluster, startCluster } from './support/start-cluster';
import type { RunningProgram } from './support/start-program';

async function startReceiver() {
  const events: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      events.push(JSON.parse(text));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { port, events, stop: () => new Promise((done) => server.close(done)) };
}

/** At least this many requests are sent while every process is replaced. */
const ENOUGH = 1_000;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let cluster: Cluster;
beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({
    gateways: 3,
    each: 2,
    environment: { EGRESS_ALLOW: `127.0.0.1:${receiver.port}`, WEBHOOK_FIRST_DELAY_S: '0' },
  });
});
afterAll(async () => {
  await cluster.remove();
  await receiver.stop();
});

const openAccount = async (): Promise<{ account: NewAccount; mcp: McpClient }> => {
  const account = await createAccountWith(cluster.operator, '--plan', 'enterprise', '--balance', '500');
  return { account, mcp: createMcpClient(cluster.mcpUrl, account.accessToken) };
};

/** Calls a service with the certificate of the gateway. */
async function withService<S extends ServiceDefinition, T>(
  service: string,
  definition: S,
  work: (rpc: ReturnType<typeof createGrpcClient<S>>['rpc']) => Promise<T>,
): Promise<T> {
  const security = createChannelSecurity(
    'gateway',
    loadConfig(channelSecurityVariables, cluster.gatewayEnvironment),
  );
  const address = cluster.gatewayEnvironment[`${service.toUpperCase()}_ADDRESS`] as string;
  const { rpc, close } = createGrpcClient(definition, { address, service, security });
  return work(rpc).finally(close);
}

/**
 * Returns the processes in the order in which they are replaced: the first process of each service, then the second,
 * then one gateway after the other.
 */
function waves(programs: readonly RunningProgram[]): RunningProgram[][] {
  const gateways = programs.filter(({ name }) => name === 'gateway');
  const services = programs.filter(({ name }) => name !== 'gateway');
  const isSecond = (program: RunningProgram, at: number) => services[at - 1]?.name === program.name;
  return [
    services.filter((program, at) => !isSecond(program, at)),
    services.filter(isSecond),
    ...gateways.map((gateway) => [gateway]),
  ];
}

describe('three gateways and two of every service behind a load balancer', () => {
  it('allow exactly sixty requests a minute in total', async () => {
    const statuses = await eventually(async () => {
      const { account } = await openAccount();
      const minute = new Date().getUTCMinutes();
      const answered = await Promise.all(
        Array.from({ length: 90 }, async (_, number) => {
          const gateway = `${cluster.gatewayUrls[number % 3]}/mcp`;
          return (await createMcpClient(gateway, account.accessToken).send('ping')).status;
        }),
      );
      // A rate window is one minute of the clock, so all requests must be in the same minute.
      expect(new Date().getUTCMinutes()).toBe(minute);
      return answered;
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('refuse a token everywhere after it was replaced on one gateway', async () => {
    const { account } = await openAccount();
    const statusesOf = (token: string) =>
      Promise.all(
        cluster.gatewayUrls.map(
          async (url) => (await createMcpClient(`${url}/mcp`, token).send('ping')).status,
        ),
      );
    expect(await statusesOf(account.accessToken)).toEqual([200, 200, 200]);
    const { token } = await withService('auth', AuthDefinition, (rpc) =>
      rpc.replaceAccessToken({ accountId: account.accountId }),
    );
    expect(await statusesOf(account.accessToken)).toEqual([401, 401, 401]);
    expect(await statusesOf(token)).toEqual([200, 200, 200]);
  });

  it('buy each label of a batch once and send each event once', async () => {
    const { account, mcp } = await openAccount();
    await withService('orders', OrdersDefinition, (rpc) =>
      rpc.registerWebhook({
        accountId: account.accountId,
        url: `http://127.0.0.1:${receiver.port}/hook`,
      }),
    );
    const orderIds: number[] = [];
    for (let number = 0; number < 8; number += 1) orderIds.push(await createOrder(mcp));
    const started = await mcp.expectData('trigger_batch_purchase', { order_ids: orderIds, confirm: true });
    await eventually(
      async () =>
        expect(await mcp.expectData('get_batch_status', { batch_id: started.batch_id })).toMatchObject({
          status: 'completed',
          counts: { total: 8, purchased: 8, failed: 0 },
        }),
      60_000,
      2_000,
    );
    expect(await runShipctl(cluster.operator, 'ledger', 'verify')).toMatchObject({ ok: true });
    // The command ends with exit code 1, because this cluster has no mail server. The checks are repeated, because a
    // process that stands still for seconds is reported, too.
    await eventually(async () => {
      const { stdout } = await printShipctl(cluster.operator, 'doctor');
      const lines = stdout.trim().split('\n');
      expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([
        expect.stringMatching(/^NOT .* connection to the mail server 127\.0\.0\.1:9 is unreachable/),
        expect.stringMatching(/^1 of \d+ checks are not ok\.$/),
      ]);
    });
    const deliveries = () =>
      withService('orders', OrdersDefinition, (rpc) =>
        rpc.listWebhookDeliveries({ accountId: account.accountId, limit: 100 }),
      );
    await eventually(async () => {
      const rows = (await deliveries()).deliveries;
      expect(rows.map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(
        Array.from({ length: 8 }, () => 'delivered 1'),
      );
    });
    expect(receiver.events).toHaveLength(8);
  });

  it('export exactly the metrics that docs/operations.md describes', async () => {
    const exported = new Set<string>();
    for (const program of cluster.programs) {
      const text = await (await fetch(`http://${program.ready().admin}/metrics`)).text();
      for (const [, name] of text.matchAll(/^# TYPE (\S+) /gm)) exported.add(name as string);
    }
    const page = readFileSync(join(__dirname, '../docs/operations.md'), 'utf8');
    const explained = [...page.matchAll(/^\| `(parcelyard_\w+)` \|/gm)].map(([, name]) => name as string);
    const own = [...exported].filter((name) => !/^(process|nodejs)_/.test(name));
    expect(own.sort()).toEqual(explained.sort());
    const rules = readFileSync(join(__dirname, '../charts/parcelyard/files/alerts.yaml'), 'utf8');
    for (const [name] of rules.matchAll(/parcelyard_\w+/g)) {
      expect(explained).toContain(name.replace(/_(count|sum|bucket)$/, ''));
    }
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    for (const alert of alerts) expect(page).toContain(`| ${alert} |`);
  });

  it('lose no request while every process is replaced', async () => {
    const { account } = await openAccount();
    const tokens = await insertTokens(cluster.mongoUri, account.accountId, 600);
    const [first] = tokens as [string];
    const known = await createOrder(createMcpClient(cluster.mcpUrl, first));
    let allNew = false;
    const load = runLoad({
      url: cluster.mcpUrl,
      tokens,
      callers: 12,
      call: (number) => {
        if (number % 10 === 0)
          return {
            name: 'create_order',
            args: {
              ship_to: { name: 'A', street1: '1 Main St', city: 'New York', state: 'NY', zip: '10118' },
              items: [{ name: 'Widget', price: 5 }],
              weight_oz: 4,
            },
          };
        if (number % 10 === 1) return { name: 'get_balance', args: {} };
        if (number % 10 === 2) return { name: 'list_pickups', args: {} };
        if (number % 10 === 3) return { name: 'list_customers', args: {} };
        return number % 2 === 0
          ? { name: 'get_order', args: { order_id: known } }
          : { name: 'list_orders', args: { page_size: 5 } };
      },
      // Without the pause, the callers use the cores that the starting processes need.
      pauseMs: 200,
      isOver: (sent) => allNew && sent >= ENOUGH,
    });
    // The processes are replaced in the order of a roll-out: one process of each service at a time, then the gateways,
    // to which callers are connected.
    const pids = cluster.programs.map((program) => program.pid());
    for (const wave of waves(cluster.programs)) await Promise.all(wave.map((program) => program.restart()));
    allNew = true;
    const { sent, failures, answers } = await load;
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(ENOUGH);
    const now = cluster.programs.map((program) => program.pid());
    expect(now.filter((pid) => pids.includes(pid))).toEqual([]);
    const created = (answers.get('create_order') ?? []).map(({ order_id }) => order_id);
    expect(new Set(created).size).toBe(created.length);
    const { total } = await createMcpClient(cluster.mcpUrl, first).expectData('list_orders', {
      page_size: 1,
    });
    expect(total).toBe(created.length + 1);
  }, 600_000);
});
