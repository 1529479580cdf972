import { setTimeout as pause } from 'node:timers/promises';
import { toolCall } from './cases';
import { type Fixture, nextToken } from './fixture';
import { encodeRequest, sendEach } from './load';
import { askMcp, headersOf } from './mcp-entrant';
import { processorTime } from './processor-time';
import type { Stack } from './servers';
import { untilQuiet } from './until-quiet';

/**
 * Labels bought in a second, and the processor time of all processes for one label. The processor time includes the
 * work after the answers.
 */
export interface Sales {
  readonly perSecond: number;
  readonly cpuMs: number;
  /** Purchases that were refused or got no clear result. They do not count in `perSecond` and `cpuMs`. */
  readonly refused: number;
}

export const PARCEL = { weight_oz: 12, length: 8, width: 6, height: 4 };

export interface Rates {
  package_id: string;
  rates: { rate_id: string; method: string; service_level: string }[];
}

/** Buys labels for rated orders of these merchants in turn, this many labels at a time. Each order is used once. */
export async function sellLabels(
  { pid, mcpUrl }: Stack,
  merchants: readonly Fixture[],
  labels: number,
  atOnce: number,
): Promise<Sales> {
  const merchantAt = (turn: number) => merchants[turn % merchants.length] as Fixture;
  const confirms: Buffer[] = [];
  while (confirms.length < labels) {
    const done = confirms.length;
    const turns = Array.from({ length: Math.min(atOnce, labels - done) }, (_, turn) => done + turn);
    confirms.push(...(await Promise.all(turns.map((turn) => rate(mcpUrl, merchantAt(turn))))));
  }
  return measured(pid, labels, () => sendEach(mcpUrl, atOnce, confirms));
}

export function sellBatch({ pid, mcpUrl }: Stack, merchant: Fixture, labels: number): Promise<Sales> {
  return measured(pid, labels, async () => {
    const begun = performance.now();
    const order_ids = merchant.orderIds.splice(0, labels);
    await ask(mcpUrl, merchant, 'trigger_batch_purchase', { order_ids, confirm: true });
    for (;;) {
      const { status, counts } = await ask<Batch>(mcpUrl, merchant, 'get_batch_status', {});
      if (status === 'completed') return { seconds: (performance.now() - begun) / 1_000, refused: 0 };
      if (counts.failed > 0) throw new Error('A label of the batch was not bought.');
      await pause(250);
    }
  });
}

interface Batch {
  status: string;
  counts: { failed: number };
}

async function measured(
  pid: number,
  labels: number,
  sell: () => Promise<{ seconds: number; refused: number }>,
): Promise<Sales> {
  await untilQuiet([pid]);
  const before = processorTime([pid]);
  const { seconds, refused } = await sell();
  await untilQuiet([pid]);
  const sold = labels - refused;
  return { perSecond: sold / seconds, cpuMs: (processorTime([pid]) - before) / sold, refused };
}

async function rate(url: string, merchant: Fixture): Promise<Buffer> {
  const order_id = merchant.orderIds.shift();
  const rates = await ask<Rates>(url, merchant, 'get_rates', { order_id, ...PARCEL });
  const purchase = { order_id, ...cheapestOf(rates), confirm: true };
  return encodeRequest('POST', url, plain(nextToken(merchant)), toolCall('buy_label', purchase));
}

export function cheapestOf({ package_id, rates }: Rates) {
  const { rate_id, method, service_level } = rates[0] as Rates['rates'][number];
  return { package_id, rate_id, method, service_level };
}

async function ask<T>(url: string, merchant: Fixture, tool: string, args: object): Promise<T> {
  const result = await askMcp(url, nextToken(merchant), toolCall(tool, args));
  return (result as { structuredContent: T }).structuredContent;
}

/** Requests an uncompressed answer, so that a refusal can be distinguished from a sale. */
const plain = (token: string) => ({ ...headersOf(token), 'accept-encoding': 'identity' });
