import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@parcelyard/embedded-mongo/start-embedded-mongo';
import { eventually } from '@parcelyard/testing/eventually';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { parseStackEnvironment } from '../src/config';
import { createAssistant } from '../src/demo/history/assistant';
import { HISTORY_WEEKS } from '../src/demo/history/history-weeks';
import { type RunningStack, startStack } from '../src/start-stack';

const DAY_MS = 86_400_000;

describe('the history of the demo account', () => {
  let folder: string;
  let engine: EmbeddedMongo;
  let stack: RunningStack | undefined;

  const start = async (environment: Record<string, string> = {}, signal?: AbortSignal) => {
    const parsed = parseStackEnvironment({
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      MONGODB_URI: engine.uri,
      DEMO_HISTORY: '1',
      LOG_LEVEL: 'silent',
      ...environment,
    });
    // Waits without a limit. With a limit, a busy machine could leave gaps in the history. Then the history of this
    // start would differ from that of the next start, which fills the gaps.
    stack = await startStack({
      parsed,
      programsDir: folder,
      logger: silentLogger,
      historyPatienceMs: Number.POSITIVE_INFINITY,
      signal,
    });
    return createAssistant(stack.file.mcpUrl, stack.file.demo.accessToken);
  };
  const stop = async () => {
    await stack?.stop();
    stack = undefined;
  };
  const read = (name: string) => JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'));

  const open = async () => {
    folder = mkdtempSync(join(tmpdir(), 'parcelyard-past-'));
    engine = await startEmbeddedMongo({ dataDir: join(folder, 'engine'), fsync: false });
  };
  const close = async () => {
    await engine.stop();
    rmSync(folder, { recursive: true });
  };

  beforeAll(open);
  afterEach(stop);
  afterAll(close);

  const figures = async (callTool: Awaited<ReturnType<typeof start>>) => ({
    analytics: await callTool('get_shipping_analytics', { from: dayBefore(120) }),
    spend: await callTool('get_shipping_report'),
    tax: await callTool('get_tax_report'),
    pickups: (await callTool('list_pickups')).pickups as { status: string }[],
    lapsed: (await callTool('list_lapsed_customers')).customers as { first_name: string }[],
    imports: (await callTool('get_sync_status')).jobs as { status: string }[],
  });
  let before: Awaited<ReturnType<typeof figures>>;

  it('shows three months of labels, refunds, taxes, pickups, an import and lapsed customers, beside the shop of today', async () => {
    const callTool = await start();
    before = await figures(callTool);
    const { analytics, spend, tax, pickups, lapsed, imports } = before;
    const carriers = (analytics.by_carrier as { carrier: string }[]).map(({ carrier }) => carrier);
    expect(carriers.sort()).toEqual(['fedex', 'ups', 'usps']);
    const months = spend.months as { labels: number; refunds: number; insurance: number }[];
    expect(months.filter(({ labels }) => labels > 0).length).toBeGreaterThanOrEqual(3);
    const voided = HISTORY_WEEKS.filter(({ firstLabel }) => firstLabel?.startsWith('voided')).length;
    const lost = HISTORY_WEEKS.filter(({ firstLabel }) => firstLabel === 'cannot be delivered').length;
    const { labels, deliveries } = analytics.totals as { labels: number; deliveries: number };
    expect(deliveries).toBe(labels - voided - lost);
    expect(months.reduce((sum, { refunds }) => sum + refunds, 0)).toBeGreaterThan(0);
    expect(months.reduce((sum, { insurance }) => sum + insurance, 0)).toBeGreaterThan(0);
    expect((tax.totals as { tax: number }).tax).toBeGreaterThan(0);
    expect(pickups.map(({ status }) => status)).toEqual(pickups.map(() => 'picked_up'));
    expect(pickups.length).toBeGreaterThanOrEqual(3);
    expect(lapsed.map((person) => person.first_name)).toEqual(
      expect.arrayContaining(['Hedy', 'Maryam', 'Dorothy', 'Joan']),
    );
    expect(imports).toMatchObject([{ platform: 'sandbox', status: 'completed' }]);
    expect((await callTool('list_orders', { status: 'DeliveryFailure' })).total).toBe(lost);

    // Today's orders, balance and plan are those that scripts expect, and the mail folder contains no mails of the
    // past.
    expect(await callTool('list_orders')).toMatchObject({ total: 14, page: 1 });
    expect((await callTool('get_balance')).balance).toBeGreaterThanOrEqual(250);
    expect(await callTool('get_subscription_info')).toMatchObject({ tier: { code: 'enterprise' } });
    expect(readdirSync(join(folder, 'data/mail'))).toEqual([]);
    const newest = (before.analytics.by_day as { date: string }[]).at(-1)?.date ?? '';
    expect(newest < dayBefore(5)).toBe(true);
  }, 240_000);

  it('is created once: a later start adds nothing, and an interrupted one continues without duplicates', async () => {
    expect(await figures(await start())).toEqual(before);
    await stop();
    // Restores the state after a power cut in the middle of the seventh week.
    rmSync(join(folder, 'data/demo-seeded.json'));
    writeFileSync(
      join(folder, 'data/demo-history.json'),
      JSON.stringify({ ...read('demo-history.json'), lived: 6 }),
    );
    expect(await figures(await start())).toEqual(before);
    expect(read('demo-history.json').lived).toBe(HISTORY_WEEKS.length);
  }, 240_000);

  it('is not created for an account that was used before', async () => {
    await close();
    await open();
    const callTool = await start({ DEMO_HISTORY: '0' });
    await callTool('update_order', { order_id: await firstOrder(callTool), order_note: 'Mine.' });
    await stop();
    rmSync(join(folder, 'data/demo-seeded.json'));
    const later = await start();
    expect((await later('get_shipping_report')).totals).toMatchObject({ labels: 0 });
  }, 240_000);

  it('does not delay a stop, and stays incomplete then', async () => {
    await close();
    await open();
    const stopping = new AbortController();
    const starting = start({}, stopping.signal);
    const failed = expect(starting).rejects.toThrow('stopped');
    await eventually(() => expect(existsSync(join(folder, 'data/demo-history.json'))).toBe(true));
    stopping.abort(new Error('stopped'));
    await failed;
    expect(existsSync(join(folder, 'data/stack.json'))).toBe(false);
    expect(read('demo-history.json').lived).toBeLessThan(HISTORY_WEEKS.length);
  }, 240_000);
});

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

async function firstOrder(callTool: ReturnType<typeof createAssistant>): Promise<number> {
  const { orders } = await callTool('list_orders', { page_size: 1 });
  return (orders as { order_id: number }[])[0]?.order_id as number;
}
