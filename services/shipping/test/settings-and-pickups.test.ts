import { withUnseen } from '@parcelyard/testing/unseen-text';
import { ACCOUNT, type Shipping, type ShippingClient, startShipping } from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping();
  rpc = (await shipping.startProcess()).rpc;
});
afterAll(() => shipping.close());

const nothing = { shipFrom: undefined, printSetting: undefined, insurance: undefined };

test('an account without saved settings ships from Austin, prints PDFs and has no insurance', async () => {
  expect(await rpc.getSettings({ accountId: 77 })).toMatchObject({
    shipFrom: { city: 'Austin', state: 'TX', zip: '78701' },
    printSetting: 'pdf',
    insurance: false,
  });
  expect(await shipping.db.collection('settings').countDocuments({ accountId: 77 })).toBe(0);
});

test('a ship-from address is stored without invisible characters [MCP-O25]', async () => {
  const { shipFrom } = await rpc.getSettings({ accountId: 81 });
  await rpc.updateSettings({ accountId: 81, ...nothing, shipFrom: withUnseen(shipFrom) });
  expect((await rpc.getSettings({ accountId: 81 })).shipFrom).toEqual(shipFrom);
});

test('a change keeps the settings that it does not name, and other accounts', async () => {
  await rpc.updateSettings({ accountId: ACCOUNT, ...nothing, insurance: true });
  const changed = await rpc.updateSettings({ accountId: ACCOUNT, ...nothing, printSetting: 'qr' });
  expect(changed).toMatchObject({ insurance: true, printSetting: 'qr', shipFrom: { zip: '78701' } });
  expect(await rpc.updateSettings({ accountId: ACCOUNT, ...nothing })).toEqual(changed);
  expect(await rpc.getSettings({ accountId: ACCOUNT })).toEqual(changed);
  expect(await rpc.getSettings({ accountId: 78 })).toMatchObject({ insurance: false, printSetting: 'pdf' });
});

test('an invalid setting is refused and changes nothing', async () => {
  const before = await rpc.getSettings({ accountId: ACCOUNT });
  const bad = { accountId: ACCOUNT, ...nothing, insurance: false, printSetting: 'zpl' };
  await expect(rpc.updateSettings(bad)).rejects.toMatchObject({
    code: 'invalid_argument',
    field: 'print_setting',
  });
  expect(await rpc.getSettings({ accountId: ACCOUNT })).toEqual(before);
});

const home = {
  name: 'Ada Lovelace',
  firstName: '',
  lastName: '',
  company: '',
  street1: '1 Main St',
  street2: '',
  street3: '',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  country: 'US',
  phone: '',
  email: '',
};

test.each([
  ['name', ''],
  ['street1', ' '],
  ['city', ''],
  ['state', 'Nowhere'],
  ['zip', '8950'],
  ['country', 'CA'],
  ['street2', 'x'.repeat(101)],
])(
  'a ship-from address whose %s is "%s" is refused with the field\'s name and changes nothing',
  async (field, text) => {
    const shipFrom = { ...home, [field]: text };
    await expect(rpc.updateSettings({ accountId: 79, ...nothing, shipFrom })).rejects.toMatchObject({
      code: 'invalid_argument',
      field: `ship_from.${field}`,
    });
    expect(await rpc.getSettings({ accountId: 79 })).toMatchObject({ shipFrom: { zip: '78701' } });
  },
);

test('a ship-from address is stored as it was given', async () => {
  const changed = await rpc.updateSettings({ accountId: 79, ...nothing, shipFrom: home });
  expect(changed.shipFrom).toEqual(home);
});

test("the carriers are listed with the account's own numbers", async () => {
  const { carriers, linked } = await rpc.listCarriers({ accountId: 80 });
  expect(carriers.map(({ code, name }) => `${code} ${name}`)).toEqual([
    'usps USPS',
    'ups UPS',
    'fedex FedEx',
  ]);
  expect(carriers[0]?.services).toContain('USPS Ground Advantage');
  expect(linked).toEqual([]);
  for (const carrier of ['ups', 'fedex']) {
    const request = { accountId: 80, carrier, accountNumber: 'A1-B2C3', agreementToken: '', confirm: false };
    const { outcome } = await rpc.registerCarrier(request);
    const agreementToken = outcome?.$case === 'agreement' ? outcome.agreement.agreementToken : '';
    await rpc.registerCarrier({ ...request, agreementToken, confirm: true });
  }
  const own = (await rpc.listCarriers({ accountId: 80 })).linked;
  const row = { carrierAccountId: expect.any(Number), accountNumber: 'A1B2C3', status: 'active' };
  expect(own).toEqual([
    { ...row, carrier: 'fedex', linkedAt: shipping.clock.now() },
    { ...row, carrier: 'ups', linkedAt: shipping.clock.now() },
  ]);
  expect((await rpc.listCarriers({ accountId: 81 })).linked).toEqual([]);
});

// 2026-03-03 is a Tuesday.
const pickup = { accountId: ACCOUNT, seller: 'sandbox', carrier: 'usps', date: '2026-03-03' };

test('a pickup is available on a working day, and not with the special value of the sandbox', async () => {
  expect(await rpc.quotePickup({ ...pickup, references: [], orderIds: [] })).toMatchObject({
    available: true,
    reason: '',
    windowStart: expect.stringMatching(/^\d\d:\d\d$/),
    windowEnd: expect.stringMatching(/^\d\d:\d\d$/),
    seller: 'sandbox',
  });
  const none = await rpc.quotePickup({ ...pickup, references: ['SBX_PICKUP_NONE'], orderIds: [] });
  expect(none.available).toBe(false);
  expect(none.reason).not.toBe('');
});

test('pickups of a seller that is not configured go to no other seller: a booking waits, a cancellation is refused', async () => {
  const booking = { ...pickup, seller: 'easypost', reference: 'pickup_9', location: '', instructions: '' };
  await expect(rpc.bookPickup({ ...booking, packageCount: 1, orderIds: [1] })).rejects.toMatchObject({
    code: 'unavailable',
    reason: 'seller_not_configured',
  });
  const booked = { ...booking, confirmationNumber: 'WTC1' };
  const refused = { code: 'failed_precondition', reason: 'seller_not_configured' };
  await expect(rpc.cancelCarrierPickup(booked)).rejects.toMatchObject(refused);
  await expect(rpc.addToCarrierPickup({ ...booked, packageCount: 2 })).rejects.toMatchObject(refused);
  await expect(rpc.makeScanForm({ ...pickup, seller: 'easypost', orderIds: [1] })).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('a pickup is booked once for each reference and can be canceled twice', async () => {
  const booking = {
    ...pickup,
    reference: 'pickup_1',
    location: 'Porch',
    instructions: '',
    packageCount: 2,
    orderIds: [1, 2],
  };
  const booked = await rpc.bookPickup(booking);
  expect(await rpc.bookPickup(booking)).toEqual(booked);
  const { confirmationNumber } = booked;
  const canceled = { ...pickup, reference: 'pickup_1', confirmationNumber };
  const addition = { ...canceled, packageCount: 3 };
  expect(await rpc.addToCarrierPickup(addition)).toEqual({ added: true });
  await rpc.cancelCarrierPickup(canceled);
  expect(await rpc.addToCarrierPickup(addition)).toMatchObject({
    added: false,
    refusal: { reason: 'carrier_refused' },
  });
  await rpc.cancelCarrierPickup(canceled);
  await expect(rpc.cancelCarrierPickup({ ...canceled, reference: 'pickup_2' })).rejects.toMatchObject({
    code: 'carrier_refused',
  });
});

test("an unknown carrier is refused with the field's name", async () => {
  await expect(
    rpc.quotePickup({ ...pickup, carrier: 'dhl', references: [], orderIds: [] }),
  ).rejects.toMatchObject({
    code: 'invalid_argument',
    reason: 'field_not_one_of',
    params: { allowed: ['usps', 'ups', 'fedex'], got: 'dhl' },
  });
});
