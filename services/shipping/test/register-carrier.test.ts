import type { RegisterCarrierRequest } from '@parcelyard/contracts/shipping';
import { ACCOUNT, type Shipping, type ShippingClient, startShipping } from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping({ balanceCents: 0 });
  ({ rpc } = await shipping.startProcess());
});
afterAll(() => shipping.close());
beforeEach(() => shipping.db.collection('carrier_accounts').deleteMany({}));

const register = (changes: Partial<RegisterCarrierRequest>) =>
  rpc.registerCarrier({
    accountId: ACCOUNT,
    carrier: 'ups',
    accountNumber: '',
    agreementToken: '',
    confirm: false,
    ...changes,
  });

async function show(changes: Partial<RegisterCarrierRequest> = {}) {
  const { outcome } = await register(changes);
  if (outcome?.$case !== 'agreement') throw new Error('A preview answered without an agreement.');
  return outcome.agreement;
}

async function link(changes: Partial<RegisterCarrierRequest>) {
  const { outcome } = await register({ confirm: true, ...changes });
  if (outcome?.$case !== 'account') throw new Error('A confirm answered without an account.');
  return outcome.account;
}

const linked = (filter = {}) => shipping.db.collection('carrier_accounts').countDocuments(filter);

describe('register_carrier', () => {
  it('shows the agreement of each carrier and links nothing [MCP-S12] [MCP-R4]', async () => {
    for (const [carrier, name] of [
      ['usps', 'USPS'],
      ['ups', 'UPS'],
      ['fedex', 'FedEx'],
    ] as const) {
      const agreement = await show({ carrier });
      expect(agreement.carrier).toBe(carrier);
      expect(agreement.agreementText).toContain(`${name} TECHNOLOGY AGREEMENT`);
    }
    expect(await linked()).toBe(0);
  });

  it.each(['usps', 'ups', 'fedex'])(
    '%s can be linked with the token of its preview [MCP-S12]',
    async (carrier) => {
      const { agreementToken } = await show({ carrier, accountNumber: 'A1B2C3' });
      const account = await link({ carrier, accountNumber: 'A1B2C3', agreementToken });
      expect(account).toEqual({ carrierAccountId: expect.any(Number), carrier, status: 'active' });
      expect(await linked({ accountId: ACCOUNT, carrier, accountNumber: 'A1B2C3' })).toBe(1);
    },
  );

  it('the same number in another spelling, and a repeated confirm, link the same account', async () => {
    const { agreementToken } = await show();
    const first = await link({ accountNumber: 'a1-b2 c3', agreementToken });
    expect(await link({ accountNumber: 'A1B2C3', agreementToken })).toEqual(first);
    expect(await link({ accountNumber: 'A1B2C3', agreementToken: (await show()).agreementToken })).toEqual(
      first,
    );
    expect(await linked()).toBe(1);
  });

  it('another number, carrier or account links another one', async () => {
    const { agreementToken } = await show();
    const other = await show({ accountId: 2 });
    const usps = await show({ carrier: 'usps' });
    const accounts = [
      await link({ agreementToken }),
      await link({ accountNumber: 'A1B2C3', agreementToken }),
      await link({ carrier: 'usps', accountNumber: 'A1B2C3', agreementToken: usps.agreementToken }),
      await link({ accountId: 2, accountNumber: 'A1B2C3', agreementToken: other.agreementToken }),
    ];
    expect(new Set(accounts.map(({ carrierAccountId }) => carrierAccountId)).size).toBe(4);
  });

  it('twenty confirms at once link one account', async () => {
    const { agreementToken } = await show();
    const second = await shipping.startProcess();
    const accounts = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { outcome } = await (index % 2 ? rpc : second.rpc).registerCarrier({
          accountId: ACCOUNT,
          carrier: 'ups',
          accountNumber: 'RACE1',
          agreementToken,
          confirm: true,
        });
        return outcome?.$case === 'account' ? outcome.account.carrierAccountId : undefined;
      }),
    );
    expect(new Set(accounts).size).toBe(1);
    expect(accounts[0]).toEqual(expect.any(Number));
    expect(await linked()).toBe(1);
  });

  it('without a token, or with a token for something else, links nothing [MCP-S12]', async () => {
    const { agreementToken } = await show();
    const foreign = await show({ accountId: 2 });
    const { orderId } = await shipping.createOrder();
    const { packageId } = await rpc.getRates({
      accountId: ACCOUNT,
      orderId,
      parcel: { weightOz: 1 },
      signatureRequired: false,
      saturdayDelivery: false,
    });
    const refused: [Partial<RegisterCarrierRequest>, string][] = [
      [{ agreementToken: '' }, 'field_required'],
      [{ agreementToken: `${agreementToken.slice(0, -2)}AA` }, 'agreement_token_not_intact'],
      [{ agreementToken: packageId }, 'agreement_token_not_intact'],
      [{ agreementToken: foreign.agreementToken }, 'agreement_token_of_another_account'],
      [{ carrier: 'fedex', agreementToken }, 'agreement_token_of_another_carrier'],
    ];
    for (const [changes, reason] of refused) {
      await expect(register({ confirm: true, ...changes })).rejects.toMatchObject({
        code: 'invalid_argument',
        reason,
        field: 'agreement_token',
      });
    }
    expect(await linked()).toBe(0);
  });

  it('a token is valid for a day', async () => {
    const { agreementToken } = await show();
    shipping.clock.advance(24 * 3_600_000 + 1_000);
    await expect(register({ confirm: true, agreementToken })).rejects.toMatchObject({
      code: 'failed_precondition',
      reason: 'agreement_token_expired',
    });
  });

  it('an unknown carrier is refused with the list of carriers [MCP-E7]', async () => {
    await expect(register({ carrier: 'dhl' })).rejects.toMatchObject({
      reason: 'field_not_one_of',
      field: 'carrier',
      params: { allowed: ['usps', 'ups', 'fedex'], got: 'dhl' },
    });
  });

  it('an invalid number is refused before the agreement is shown', async () => {
    await expect(register({ accountNumber: '#' })).rejects.toMatchObject({
      reason: 'account_number_malformed',
      field: 'account_number',
    });
  });
});
