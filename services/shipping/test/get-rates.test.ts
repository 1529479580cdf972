import type { GetRatesRequest } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  ACCOUNT,
  confirm,
  rate,
  type Shipping,
  type ShippingClient,
  startShipping,
} from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const ask = (orderId: number, change: Partial<GetRatesRequest> = {}) =>
  rpc.getRates({
    accountId: ACCOUNT,
    orderId,
    parcel: { weightOz: 12 },
    signatureRequired: false,
    saturdayDelivery: false,
    ...change,
  });

test('rates of all carriers are sorted by price, each with the specified fields', async () => {
  const { orderId } = await shipping.createOrder();
  const answer = await ask(orderId);
  expect(answer).toMatchObject({
    orderId,
    shipDate: shipping.clock.now(),
    addressCheck: { status: 'plausible' },
    errors: [],
  });
  const amounts = answer.rates.map(({ amountCents }) => amountCents);
  expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  expect(new Set(answer.rates.map(({ carrier }) => carrier))).toEqual(new Set(['usps', 'ups', 'fedex']));
  expect(answer.rates[0]).toMatchObject({
    currency: 'USD',
    attributes: expect.arrayContaining(['cheapest']),
  });
  for (const attribute of ['cheapest', 'fastest', 'best_value']) {
    expect(answer.rates.filter(({ attributes }) => attributes.includes(attribute))).toHaveLength(1);
  }
  for (const row of answer.rates) {
    expect(row.charges.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(row.amountCents);
    expect(row.expiresAt).toEqual(new Date(shipping.clock.now().getTime() + 86_400_000));
  }
});

test.each([
  [27, 2, /2 oz is far from the 27 oz/],
  [27, 41, /41 oz is far from the 27 oz/],
  [27, 40, undefined],
  [27, 14, undefined],
  [undefined, 2, undefined],
])('an order of %s oz rated at %d oz has the warning: %s', async (weightOz, rated, words) => {
  const { orderId } = await shipping.createOrder(weightOz === undefined ? {} : { weightOz });
  const { warnings } = await ask(orderId, { parcel: { weightOz: rated } });
  expect(warnings).toEqual(words ? [expect.stringMatching(words)] : []);
});

test('an order that cannot be bought has a warning with its rates', async () => {
  const { orderId } = await shipping.createOrder();
  await confirm(rpc, await rate(rpc, orderId));
  expect((await ask(orderId)).warnings).toEqual([
    'This order has its label already: a purchase answers that label and charges nothing.',
  ]);
});

test('weight, dimensions and address check are saved in the order [MCP-S2]', async () => {
  const { orderId } = await shipping.createOrder();
  await ask(orderId, { parcel: { weightOz: 20.5, length: 10, width: 6, height: 4 } });
  expect(await shipping.getOrder(orderId)).toMatchObject({
    weightOz: 20.5,
    length: 10,
    width: 6,
    height: 4,
    addressCheck: { status: 'plausible' },
  });
});

test.each([
  ['00001', 'error'],
  ['00002', 'corrected'],
  ['00003', 'warning'],
])('an address in ZIP %s is reported as %s and still rated', async (zip, status) => {
  const { orderId } = await shipping.createOrder({ zip });
  const answer = await ask(orderId);
  expect(answer.addressCheck?.status).toBe(status);
  expect(answer.rates.length).toBeGreaterThan(0);
  expect((await shipping.getOrder(orderId)).addressCheck?.status).toBe(status);
});

test('a destination without service has no rates and no errors', async () => {
  const { orderId } = await shipping.createOrder({ zip: '00004' });
  expect(await ask(orderId)).toMatchObject({ rates: [], errors: [] });
});

test('an error of one carrier does not hide the rates of others', async () => {
  const { orderId } = await shipping.createOrder({ zip: '00005' });
  const { rates, errors } = await ask(orderId);
  expect(errors).toMatchObject([{ carrier: 'fedex' }]);
  expect(new Set(rates.map(({ carrier }) => carrier))).toEqual(new Set(['usps', 'ups']));
});

test('carriers that answer after six seconds are included', async () => {
  const { orderId } = await shipping.createOrder({ zip: '00006' });
  expect((await ask(orderId)).rates.length).toBeGreaterThan(0);
});

test('an order abroad is rated by international services without a zone', async () => {
  const { orderId } = await shipping.createOrder({ country: 'CA' });
  const { rates } = await ask(orderId);
  expect(rates.length).toBeGreaterThan(0);
  expect(rates.every(({ zone }) => zone === undefined)).toBe(true);
});

test("an unknown order and another account's order are refused with the same reason", async () => {
  const { orderId } = await shipping.createOrder();
  await expect(ask(987_654)).rejects.toMatchObject({
    code: 'not_found',
    reason: 'order_not_found',
    params: { orderId: 987_654 },
  });
  await expect(ask(orderId, { accountId: 2 })).rejects.toMatchObject({
    code: 'not_found',
    reason: 'order_not_found',
    params: { orderId },
  });
});

test.each([
  ['Deleted', 'order_canceled'],
  ['Merged', 'order_merged'],
])('an order in status %s can never be shipped, and the refusal says so', async (status, reason) => {
  const { orderId } = await shipping.createOrder({ status });
  await expect(ask(orderId)).rejects.toMatchObject({
    code: 'failed_precondition',
    reason,
    params: { orderId },
  });
});

test('a parcel without weight is refused before anything is saved', async () => {
  const { orderId } = await shipping.createOrder();
  await expect(ask(orderId, { parcel: undefined })).rejects.toThrow(DomainError);
  expect((await shipping.getOrder(orderId)).weightOz).toBeUndefined();
});
