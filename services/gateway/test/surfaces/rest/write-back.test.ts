import { DomainError } from '@parcelyard/service-kit/domain-error';
import { anAddress, anOrder } from '../../support/contracts';
import { rest } from '../../support/rest';
import { startGateway, type TestGateway } from '../../support/start-gateway';

/** An order from another system. REST would refuse it, because it has no invoice number, no weight and a wrong ZIP. */
const FOREIGN = anOrder({
  orderId: 1001,
  invoiceNumber: undefined,
  weightOz: undefined,
  shipTo: anAddress({ state: 'ON', zip: 'M5V 2T6', country: 'CA', phone: '+1 416 555 0100' }),
});

describe('an order that a program reads, changes and sends back whole [REST-O9]', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway({
      orders: {
        getOrder: async () => FOREIGN,
        updateOrder: async () => ({ order: FOREIGN }),
      },
    });
  });

  const read = async () => (await rest(gateway, 'GET', '/public/order/1001')).body.result;
  const send = (body: unknown) => rest(gateway, 'PUT', '/public/order/1001', body);

  it('changes only what the program changed, although REST would refuse some of its values', async () => {
    const { status } = await send({ ...(await read()), orderNote: 'Ring twice' });
    expect(status).toBe(200);
    const { method, request } = gateway.calls.at(-1) ?? {};
    expect(method).toBe('updateOrder');
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      accountId: expect.any(Number),
      orderId: 1001,
      note: 'Ring twice',
      keepAmounts: true,
    });
  });

  it('is not written when the program changed nothing', async () => {
    const whole = await read();
    const before = gateway.calls.length;
    expect((await send(whole)).body.result).toEqual(whole);
    expect(gateway.calls.slice(before).map(({ method }) => method)).not.toContain('updateOrder');
  });

  it('is refused for a changed value that breaks a rule, and for no other', async () => {
    const { status, body } = await send({ ...(await read()), zip: 'M5V 2T7' });
    expect(status).toBe(400);
    expect(new Set(body.fields.map(({ field }: { field: string }) => field))).toEqual(new Set(['zip']));
  });
});

it('an order that cannot be read at the moment is not refused for values that it has [REST-O9]', async () => {
  let isAway = false;
  const gateway = await startGateway({
    orders: {
      getOrder: async () => {
        if (isAway) throw new DomainError('unavailable', 'unavailable', {});
        return FOREIGN;
      },
    },
  });
  const { body } = await rest(gateway, 'GET', '/public/order/1001');
  isAway = true;
  const answer = await rest(gateway, 'PUT', '/public/order/1001', { ...body.result, orderNote: 'Ring' });
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
});
