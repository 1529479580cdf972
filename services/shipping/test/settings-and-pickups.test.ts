import { ACCOUNT, type Shipping, type ShippingClient, startShipping } from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const nothing = { shipFrom: undefined, printSetting: undefined, insurance: undefined };

test('an account that saved nothing ships from Austin, prints PDFs and insures nothing', async () => {
  expect(await rpc.getSettings({ accountId: 77 })).toMatchObject({
    shipFrom: { city: 'Austin', state: 'TX', zip: '78701' },
    printSetting: 'pdf',
    insurance: false,
  });
  expect(await shipping.db.collection('settings').countDocuments({ accountId: 77 })).toBe(0);
});

test('a change keeps what it does not name, and other accounts as they are', async () => {
  await rpc.updateSettings({ accountId: ACCOUNT, ...nothing, insurance: true });
  const changed = await rpc.updateSettings({ accountId: ACCOUNT, ...nothing, printSetting: 'qr' });
  expect(changed).toMatchObject({ insurance: true, printSetting: 'qr', shipFrom: { zip: '78701' } });
  expect(await rpc.updateSettings({ accountId: ACCOUNT, ...nothing })).toEqual(changed);
  expect(await rpc.getSettings({ accountId: ACCOUNT })).toEqual(changed);
  expect(await rpc.getSettings({ accountId: 78 })).toMatchObject({ insurance: false, printSetting: 'pdf' });
});

test('a bad setting is refused and changes nothing', async () => {
  const before = await rpc.getSettings({ accountId: ACCOUNT });
  const bad = { accountId: ACCOUNT, ...nothing, insurance: false, printSetting: 'zpl' };
  await expect(rpc.updateSettings(bad)).rejects.toMatchObject({
    code: 'invalid_argument',
    field: 'print_setting',
  });
  expect(await rpc.getSettings({ accountId: ACCOUNT })).toEqual(before);
});

// 2026-03-03 is a Tuesday.
const pickup = { accountId: ACCOUNT, carrier: 'usps', date: '2026-03-03' };

test('a driver comes on a working day and not when the sandbox says none', async () => {
  expect(await rpc.quotePickup({ ...pickup, references: [] })).toMatchObject({
    available: true,
    reason: '',
    windowStart: expect.stringMatching(/^\d\d:\d\d$/),
    windowEnd: expect.stringMatching(/^\d\d:\d\d$/),
  });
  const none = await rpc.quotePickup({ ...pickup, references: ['SBX_PICKUP_NONE'] });
  expect(none.available).toBe(false);
  expect(none.reason).not.toBe('');
});

test('a pickup is booked once per reference and can be canceled, also twice', async () => {
  const booking = {
    ...{ ...pickup, reference: 'pickup_1', location: 'Porch', instructions: '' },
    ...{ packageCount: 2, orderIds: [1, 2] },
  };
  const booked = await rpc.bookPickup(booking);
  expect(await rpc.bookPickup(booking)).toEqual(booked);
  const { confirmationNumber } = booked;
  const canceled = { accountId: ACCOUNT, carrier: 'usps', reference: 'pickup_1', confirmationNumber };
  await rpc.cancelCarrierPickup(canceled);
  await rpc.cancelCarrierPickup(canceled);
  await expect(rpc.cancelCarrierPickup({ ...canceled, reference: 'pickup_2' })).rejects.toMatchObject({
    code: 'carrier_refused',
  });
});

test('a carrier that does not exist is refused by name', async () => {
  await expect(rpc.quotePickup({ ...pickup, carrier: 'dhl', references: [] })).rejects.toMatchObject({
    code: 'invalid_argument',
    publicMessage: 'carrier must be one of usps, ups, fedex; got "dhl".',
  });
});
