import { type BillingUnderTest, startBilling } from './support/start-billing';

const REFUSED = { code: 'failed_precondition', reason: 'labels_of_another_kind' };
const STRIPE = { PAYMENTS: 'stripe', STRIPE_API_KEY: 'sk_test_any', STRIPE_API_URL: 'http://127.0.0.1:9' };
const PUBLIC = [
  { GRPC_LISTEN: '0.0.0.0:50051' },
  { BASE_URL: 'https://shipping.example.com' },
  { GRPC_LISTEN: '[::]:50051' },
];

let t: BillingUnderTest | undefined;
afterEach(async () => {
  await t?.stop();
  t = undefined;
});
const start = async (environment: Record<string, string>) => {
  t = await startBilling(environment);
  return t;
};

test('sandbox money pays for no real label: nothing is held and nothing is charged', async () => {
  const { billing, anAccount } = await start({});
  const accountId = await anAccount({ autoRecharge: 10_000 });
  const charge = { accountId, postageCents: 700, insuranceCents: 0, batch: false, realLabels: true };
  const spending = { spending: undefined };
  await expect(billing.hold({ ...charge, ...spending, purchaseId: 'pur_1_1' })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(billing.rechargeForBatch({ ...charge, key: 'batch_1' })).rejects.toMatchObject(REFUSED);
  const { refusal } = await billing.previewCharge({ ...charge, ...spending });
  expect(refusal).toMatchObject(REFUSED);
  await expect(billing.checkLabels({ realLabels: true })).rejects.toMatchObject(REFUSED);
  expect(await billing.getBalance({ accountId })).toMatchObject({ availableCents: 0, heldCents: 0 });
  expect(await billing.checkLabels({ realLabels: false })).toEqual({});
});

test('an operator may allow sandbox money to pay real carriers', async () => {
  const { billing } = await start({ ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: 'yes' });
  expect(await billing.checkLabels({ realLabels: true })).toEqual({});
  expect(await billing.checkLabels({ realLabels: false })).toEqual({});
});

test('real money pays for sandbox labels on loopback addresses', async () => {
  const { billing } = await start(STRIPE);
  expect(await billing.checkLabels({ realLabels: false })).toEqual({});
});

test.each(PUBLIC)(
  'real money pays for no sandbox label at %j, unless the operator allows it',
  async (address) => {
    const { billing, stop } = await start({ ...STRIPE, ...address });
    await expect(billing.checkLabels({ realLabels: false })).rejects.toMatchObject(REFUSED);
    expect(await billing.checkLabels({ realLabels: true })).toEqual({});
    await stop();
    const allowed = await start({ ...STRIPE, ...address, ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS: 'yes' });
    expect(await allowed.billing.checkLabels({ realLabels: false })).toEqual({});
  },
);

test.each(['true', '1', 'YES'])(
  '"%s" is no valid permission, and billing does not start with it',
  async (word) => {
    await expect(startBilling({ ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS: word })).rejects.toThrow(
      'ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS',
    );
  },
);
