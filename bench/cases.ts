import type { Fixture } from './fixture';

export interface Case {
  readonly title: string;
  body(fixture: Fixture, request: number): string;
}

export const LIST_ORDERS: Case = {
  title: 'tools/call list_orders',
  body: () => toolCall('list_orders', {}),
};
export const GET_ORDER: Case = {
  title: 'tools/call get_order',
  body: ({ orderIds }, request) =>
    toolCall('get_order', { order_id: orderIds[(request * 7919) % orderIds.length] }),
};
export const TOOLS_LIST: Case = {
  title: 'tools/list',
  body: () => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};
/** A call of the SDK server that answers a constant and does no work. */
export const CONSTANT_CALL: Case = { title: 'tools/call constant', body: () => toolCall('constant', {}) };

/** Calls whose cost must not grow with the number of the account's orders. */
export const GROWTH: readonly Case[] = [
  LIST_ORDERS,
  { title: 'tools/call list_orders, active', body: () => toolCall('list_orders', { status: 'active' }) },
  GET_ORDER,
  ...['get_shipping_report', 'get_tax_report', 'get_shipping_analytics'].map((name) => ({
    title: `tools/call ${name}`,
    body: () => toolCall(name, {}),
  })),
];

export function toolCall(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}
