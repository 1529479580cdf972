import { createMcpClient, type McpClient } from './mcp-client';
import { createAccount, type NewAccount } from './shipctl';
import type { RunningStack } from './start-stack';

/** The pause between two checks with one token, which allows 60 requests a minute. */
export const POLITE_PAUSE_MS = 1_500;

/** A merchant for one test: a funded account and its assistant's client. */
export interface Shop {
  readonly account: NewAccount;
  readonly mcp: McpClient;
}

export async function openShop(stack: RunningStack, ...options: string[]): Promise<Shop> {
  const settings = options.length > 0 ? options : ['--plan', 'enterprise', '--balance', '500'];
  const account = await createAccount(stack.dataDir, ...settings);
  return { account, mcp: createMcpClient(stack.file().mcpUrl, account.accessToken) };
}

const ADA = {
  name: 'Ada Lovelace',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
};

export async function createOrder(
  mcp: McpClient,
  shipTo: Record<string, string> = {},
  more: Record<string, unknown> = {},
): Promise<number> {
  const order = await mcp.expectData('create_order', {
    ship_to: { ...ADA, ...shipTo },
    items: [{ name: 'Analytical engine', price: 20 }],
    weight_oz: 12,
    ...more,
  });
  return order.order_id as number;
}

export interface RateRow {
  rate_id: string;
  method: string;
  service_level: string;
  carrier: string;
  amount: number;
}

/**
 * Gets rates and returns the arguments of `buy_label` besides `confirm`, for the rate at this position of the list
 * (cheapest first).
 */
export async function rateOrder(mcp: McpClient, orderId: number, place = 0) {
  const { package_id, rates } = await mcp.expectData('get_rates', {
    order_id: orderId,
    weight_oz: 12,
    length: 8,
    width: 6,
    height: 4,
  });
  const row = (rates as RateRow[])[place] as RateRow;
  return {
    row,
    purchase: {
      order_id: orderId,
      rate_id: row.rate_id,
      package_id: package_id as string,
      method: row.method,
      service_level: row.service_level,
    },
  };
}

export async function balanceOf(mcp: McpClient): Promise<number> {
  return (await mcp.expectData('get_balance')).balance as number;
}

/**
 * Returns tomorrow, or the next day after it on which the carrier collects. So tests work on any day and at any hour.
 */
export async function nextPickupDate(mcp: McpClient, carrier = 'usps'): Promise<string> {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const answer = await mcp.expectData('check_pickup_availability', { date, carrier });
  return (answer.available ? date : answer.next_available_date) as string;
}
