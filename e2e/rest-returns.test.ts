import { eventually } from '@parcelyard/testing/eventually';
import { anOrderBody, createRestClient, type RestClient } from './support/rest-client';
import { shareStack } from './support/share-stack';
import { createAccount, shipctl } from './support/shipctl';
import type { RunningStack } from './support/start-stack';

describe('returns over REST', () => {
  let stack: RunningStack;
  let shop: RestClient;
  let stranger: RestClient;

  const openShop = async () => {
    const { accessToken } = await createAccount(stack.dataDir, '--plan', 'enterprise', '--balance', '100');
    return createRestClient(stack.file().baseUrl, accessToken);
  };
  beforeAll(async () => {
    stack = await shareStack();
    [shop, stranger] = await Promise.all([openShop(), openShop()]);
  });

  const scan = (orderId: number, status: string) =>
    shipctl(stack.dataDir, 'tracking', 'advance', String(orderId), status);
  const balance = async (): Promise<number> => (await shop('GET', '/public/balance')).body.result.balance;

  const delivered = async (): Promise<number> => {
    const { id: orderId } = (await shop('POST', '/public/order', anOrderBody({}))).body.result;
    const { body } = await shop('POST', '/public/shipping-info', { orderId, weightOz: 12 });
    const { packageId, rates } = body.result;
    const { rateId, method, serviceLevel } = rates[0];
    await shop('POST', '/public/purchase-label', { orderId, rateId, packageId, method, serviceLevel });
    await scan(orderId, 'Delivered');
    return orderId;
  };

  it('go from the request to the end, with a label that is charged once for many requests at once [REST-P4]', async () => {
    const orderId = await delivered();
    const path = `/public/order/${orderId}/return`;
    const early = await shop('POST', `${path}/label`, {});
    expect([early.status, early.body.code]).toEqual([409, 'wrong_state']);
    expect((await stranger('POST', path)).status).toBe(404);

    expect((await shop('POST', path)).body.result).toEqual({ orderId, orderStatus: 'Purchase return label' });
    const before = await balance();
    const dear = await shop('POST', `${path}/label`, { maxCost: 0.01 });
    expect([dear.status, dear.body.code]).toEqual([409, 'max_cost_exceeded']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop('POST', `${path}/label`, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const [{ body }] = answers as [(typeof answers)[number]];
    const { totalCharge, trackingNumber, labelUrl } = body.result;
    expect(await balance()).toBeCloseTo(before - totalCharge, 2);
    expect((await fetch(labelUrl)).headers.get('content-type')).toBe('application/pdf');

    await scan(orderId, 'InTransit');
    const order = (await shop('GET', `/public/order/${orderId}`)).body.result;
    expect(order.orderStatus).toBe('Return in transit');
    expect(order.shipment.trackingNumber).not.toBe(trackingNumber);
    expect((await shop('DELETE', path)).body.code).toBe('wrong_state');
    expect((await shop('POST', `${path}/complete`)).body.code).toBe('wrong_state');
    expect((await shop('POST', `${path}/received`)).body.result.orderStatus).toBe('Return received');
    expect((await shop('POST', `${path}/complete`)).body.result.orderStatus).toBe('Return complete');
  });

  it('are withdrawn, and their label is refunded [REST-P4]', async () => {
    const orderId = await delivered();
    const path = `/public/order/${orderId}/return`;
    await shop('POST', path);
    const before = await balance();
    const { fee } = (await shop('POST', `${path}/label`, {})).body.result;
    expect((await shop('DELETE', path)).body.result).toMatchObject({ orderStatus: 'Return label refunded' });
    await eventually(async () => expect(await balance()).toBeCloseTo(before - fee, 2));
    const withdrawn = await shop('DELETE', path);
    expect(withdrawn.body.result).toMatchObject({ orderStatus: 'Delivered', refundStatus: 'none' });
  });

  it('leave a correct ledger [REST-P4]', async () => {
    expect(await shipctl(stack.dataDir, 'ledger', 'verify')).toMatchObject({ ok: true, violations: [] });
  });
});
