#!/usr/bin/env node
/**
 * The whole job over MCP with the official SDK's client: list orders → detail → rates → preview → buy → print → pickup.
 *
 *   node examples/seven-steps.mjs                     against the stack of this checkout (`make up`)
 *   MCP_URL=… ACCESS_TOKEN=… node examples/seven-steps.mjs   against any other
 */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { mcpUrl, accessToken } = connection();
const client = new Client({ name: 'seven-steps', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL(mcpUrl), {
    requestInit: { headers: { Authorization: `Bearer ${accessToken}` } },
  }),
);

step(1, 'orders that are ready to ship');
const { orders, total } = await call('list_orders');
const orderId = orders[0].order_id;
say(`${total} orders; taking ${orders[0].order_number} for ${orders[0].name}`);

step(2, 'one order in full');
const order = await call('get_order', { order_id: orderId });
const weight = order.totals.weight_oz ?? 16;
say(`${order.ship_to.city}, ${order.ship_to.state} ${order.ship_to.zip}; ${weight} oz`);

step(3, 'rates');
const { package_id, rates } = await call('get_rates', {
  order_id: orderId,
  weight_oz: weight,
  length: 9,
  width: 6,
  height: 4,
});
const rate = rates[0];
for (const row of rates) say(`${row.method}: $${row.amount.toFixed(2)}`);

step(4, 'what buying the cheapest would charge');
const purchase = {
  order_id: orderId,
  rate_id: rate.rate_id,
  package_id,
  method: rate.method,
  service_level: rate.service_level,
  max_cost: rate.amount,
};
const preview = await call('buy_label', purchase);
say(`$${preview.total_charge.toFixed(2)} of $${preview.current_balance.toFixed(2)}`);
if (preview.balance_would_go_negative) throw new Error('The balance would go negative.');

step(5, 'buy');
const label = await call('buy_label', { ...purchase, confirm: true });
say(`${label.tracking_number}  ${label.label_url}`);

step(6, 'print');
const file = await fetch(label.label_url);
const bytes = (await file.arrayBuffer()).byteLength;
if (!file.ok) throw new Error(`The label could not be downloaded: HTTP ${file.status}`);
say(`${file.headers.get('content-type')}, ${bytes} bytes`);
await call('mark_labels_printed', { order_ids: [orderId] });
const printed = await call('mark_labels_printed', { order_ids: [orderId], confirm: true });
say(`marked ${printed.marked.length}, e-mails queued ${printed.emails_queued}`);

step(7, 'pickup');
const date = await pickupDate();
const planned = await call('schedule_pickup', { date, location: 'Front door', carrier: rate.carrier });
if (!planned.eligible_order_ids.includes(orderId))
  throw new Error('The order is not eligible for the pickup.');
const pickup = await call('schedule_pickup', {
  date,
  location: 'Front door',
  carrier: rate.carrier,
  confirm: true,
});
say(
  `pickup ${pickup.pickup_id} on ${pickup.date}, ${pickup.package_count} packages, ${pickup.confirmation_number}`,
);

await client.close();

function connection() {
  if (process.env.MCP_URL && process.env.ACCESS_TOKEN)
    return { mcpUrl: process.env.MCP_URL, accessToken: process.env.ACCESS_TOKEN };
  const stack = JSON.parse(readFileSync(`${process.env.DATA_DIR ?? '.local'}/stack.json`, 'utf8'));
  return { mcpUrl: stack.mcpUrl, accessToken: stack.demo.accessToken };
}

/** Returns tomorrow, or the next day on which the carrier comes. */
async function pickupDate() {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const answer = await call('check_pickup_availability', { date: tomorrow, carrier: rate.carrier });
  return answer.available ? answer.date : answer.next_available_date;
}

async function call(name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
  return result.structuredContent;
}

function step(number, title) {
  console.log(`\n${number}. ${title}`);
}

function say(text) {
  console.log(`   ${text}`);
}
