import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { createLogger } from '@parcelyard/service-kit/logger';
import { Registry } from 'prom-client';
import { callTool, startGateway } from '../support/start-gateway';

const REFERENCE = String.raw`\(reference [\w-]{36}\)`;
const CHECK = 'check get_order, get_label and get_balance before you try again.';
const purchase = { order_id: 1001, rate_id: 'r', package_id: 'p', method: 'm', service_level: 's' };
const recipient = { name: 'Ada', street1: '1 Main', city: 'Austin', state: 'TX', zip: '78701' };

/** Starts a gateway in which every service fails with this error. */
const failing = (error: Error, more = {}) => {
  const fail = () => Promise.reject(error);
  return startGateway({
    orders: { listOrders: fail, getOrder: fail, createOrder: fail, markLabelsPrinted: fail },
    shipping: { getRates: fail, buyLabel: fail },
    pickups: { schedulePickup: fail },
    ...more,
  });
};

describe('a refusal of a service reaches the caller word for word', () => {
  it.each<[ErrorCode, string]>([
    ['not_found', 'Order 1001 was not found in this account.'],
    ['invalid_argument', 'The rate was sealed for another order.'],
    ['failed_precondition', 'Order 1001 is canceled.'],
    ['permission_denied', 'Your current Ship.com plan does not include it.'],
    ['resource_exhausted', 'One batch at a time.'],
    ['payment_required', 'The balance of $1.00 does not cover $7.45.'],
    ['carrier_refused', 'Carrier declined: address is outside the service area (SBX-1001)'],
    ['unresolved', 'The carrier has not answered yet. Check get_label in a minute.'],
    ['already_exists', 'It is there already.'],
    ['conflict', 'The order is being purchased by another call.'],
  ])('%s: %s [MCP-E9] [MCP-E11] [MCP-R2]', async (code, sentence) => {
    const gateway = await failing(
      new DomainError(code, 'text', { text: sentence }, { detail: 'secret detail' }),
    );
    expect(await callTool(gateway, 'buy_label', { ...purchase, confirm: true })).toEqual({
      isError: true,
      text: sentence,
      data: undefined,
    });
  });
});

describe('an unexpected error says whether work may have been saved, with a reference [MCP-E10]', () => {
  const READS: [string, Record<string, unknown>][] = [
    ['list_orders', {}],
    ['get_order', { order_id: 1001 }],
    ['buy_label', purchase],
    ['mark_labels_printed', { order_ids: [1001] }],
    ['schedule_pickup', { date: '2026-03-04', location: 'Porch', confirm: false }],
  ];
  const WRITES: [string, Record<string, unknown>][] = [
    ['create_order', { ship_to: recipient }],
    ['get_rates', { order_id: 1001, weight_oz: 12 }],
    ['buy_label', { ...purchase, confirm: true }],
    ['mark_labels_printed', { order_ids: [1001], confirm: true }],
    ['schedule_pickup', { date: '2026-03-04', location: 'Porch', confirm: true }],
  ];
  const FAULTS = [
    ['a bug', new TypeError('x is undefined')],
    ['internal', new DomainError('internal', 'text', { text: 'Something went wrong on our side.' })],
    ['a deadline', new DomainError('deadline_exceeded', 'text', { text: 'Too slow.' })],
    ['an authentication between services', new DomainError('unauthenticated', 'text', { text: 'No.' })],
  ] as const;

  describe.each(FAULTS)('%s', (_name, error) => {
    it.each(READS)('%s %j: nothing was saved', async (tool, args) => {
      const { isError, text } = await callTool(await failing(error), tool, args);
      expect(isError).toBe(true);
      expect(text).toMatch(
        new RegExp(`^Something went wrong while running ${tool}\\. Nothing was saved\\. ${REFERENCE}$`),
      );
    });

    it.each(WRITES)('%s %j: some work may have been saved', async (tool, args) => {
      const { text } = await callTool(await failing(error), tool, args);
      expect(text).toMatch(
        new RegExp(
          `^Something went wrong while running ${tool}\\. Some work may have been saved: ${CHECK} ${REFERENCE}$`,
        ),
      );
    });
  });

  it('the reference is in the log of the gateway and is sent to the service', async () => {
    const lines: string[] = [];
    let seen = '';
    const gateway = await startGateway({
      orders: {
        getOrder: (_request, { requestId }) => {
          seen = requestId;
          return Promise.reject(new Error('broken'));
        },
      },
      logger: createLogger('gateway', 'info', { write: (line: string) => void lines.push(line) }),
    });
    const { text } = await callTool(gateway, 'get_order', { order_id: 1001 });
    const [, reference] = /\(reference (.+)\)$/.exec(text) as unknown as [string, string];
    expect(seen).toBe(reference);
    expect(lines.join()).toContain(reference);
  });

  it('a mistake of the caller is not logged', async () => {
    const lines: string[] = [];
    const logger = createLogger('gateway', 'info', { write: (line: string) => void lines.push(line) });
    const gateway = await failing(
      new DomainError('not_found', 'text', { text: 'Order 1 was not found in this account.' }),
      {
        logger,
      },
    );
    await callTool(gateway, 'get_order', { order_id: 1 });
    await callTool(gateway, 'get_order', { order_id: 'one' });
    expect(lines).toEqual([]);
  });
});

describe('a service that does not answer', () => {
  const away = new DomainError('unavailable', 'text', {
    text: 'The service is not available right now. Try again in a moment.',
  });

  it('before a read gets a clear sentence', async () => {
    const { isError, text } = await callTool(await failing(away), 'get_order', { order_id: 1001 });
    expect(isError).toBe(true);
    expect(text).toBe('The service is not available right now. Try again in a moment.');
  });

  it('during a write also gets what to check before a repeat', async () => {
    const { text } = await callTool(await failing(away), 'buy_label', { ...purchase, confirm: true });
    expect(text).toBe(`The service is not available right now. Try again in a moment. First ${CHECK}`);
  });
});

it('and its calls are counted by tool and outcome', async () => {
  const registry = new Registry();
  const gateway = await startGateway({
    registry,
    orders: {
      listOrders: async () => ({ orders: [], total: 0, status: 'ChooseShipping' }),
      getOrder: ({ orderId }) =>
        Promise.reject(
          orderId === 1 ? new DomainError('not_found', 'text', { text: 'No.' }) : new Error('broken'),
        ),
    },
  });
  await callTool(gateway, 'list_orders');
  await callTool(gateway, 'get_order', { order_id: 1 });
  await callTool(gateway, 'get_order', { order_id: 'one' });
  await callTool(gateway, 'get_order', { order_id: 2 });
  const figures = await registry.metrics();
  expect(figures).toContain('parcelyard_tool_duration_seconds_count{tool="list_orders",outcome="ok"} 1');
  expect(figures).toContain('parcelyard_tool_duration_seconds_count{tool="get_order",outcome="refused"} 2');
  expect(figures).toContain('parcelyard_tool_duration_seconds_count{tool="get_order",outcome="failed"} 1');
});
