import { withEnoughTime } from '@parcelyard/testing/with-enough-time';
import { rest } from '../support/rest';
import { callTool, startGateway, type TestGateway } from '../support/start-gateway';

/**
 * Calls `ask` with gateways whose services never answer. The gateways get longer and longer time limits, until one of
 * them calls its service before the limit.
 */
const askWithoutAnswer = <T>(ask: (gateway: TestGateway) => Promise<T>): Promise<T> =>
  withEnoughTime(async (callMs) => {
    let asked = false;
    const neverAnswers = () => {
      asked = true;
      return new Promise<never>(() => undefined);
    };
    const gateway = await startGateway({
      callMs,
      orders: { listOrders: neverAnswers, getOrder: neverAnswers, createOrder: neverAnswers },
      customers: { listCustomers: neverAnswers },
      shipping: { buyLabel: neverAnswers, quoteShipping: neverAnswers },
    });
    const answer = await ask(gateway);
    return asked ? answer : undefined;
  }, 200);

const purchase = { order_id: 1001, rate_id: 'r', package_id: 'p', method: 'm', service_level: 's' };

describe('a service that does not answer', () => {
  it.each([
    ['list_orders', {}, 'Nothing was saved.'],
    ['buy_label', { ...purchase, confirm: true }, 'Some work may have been saved'],
  ])(
    '%s is answered within the time of a call, and only after a write something may be saved',
    async (tool, args, says) => {
      const { isError, text } = await askWithoutAnswer((gateway) => callTool(gateway, tool, args));
      expect(isError).toBe(true);
      expect(text).toContain(`Something went wrong while running ${tool}. ${says}`);
    },
  );

  it.each([
    ['GET', '/public/customers', undefined],
    ['POST', '/public/quote', { toZip: '78701', weightOz: 12, length: 8, width: 6, height: 4 }],
  ])('%s %s only reads, and its refusal leaves no doubt', async (method, path, body) => {
    const answer = await askWithoutAnswer((gateway) => rest(gateway, method, path, body));
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it('services get the remaining time of the call', async () => {
    const left: number[] = [];
    const gateway = await startGateway({
      orders: {
        listOrders: async (_request, { timeLeftMs = 0 }) => {
          left.push(timeLeftMs);
          throw new Error('Enough.');
        },
      },
    });
    await callTool(gateway, 'list_orders', {});
    expect(left).toEqual([expect.any(Number)]);
    expect(left[0]).toBeGreaterThan(5_000);
    expect(left[0]).toBeLessThanOrEqual(15_000);
  });
});
