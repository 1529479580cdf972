import type {
  AddressValidation,
  BuyLabelPreview,
  BuyLabelRequest,
  GetRatesResponse,
  Rate,
} from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure } from '@parcelyard/service-kit/failure';
import { aLabel, anAddress, SHOP_DAY } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { BASE_URL, callTool, startGateway } from '../support/start-gateway';

const LIMIT = {
  reason: 'shipment_limit_reached',
  params: { plan: 'Basic', limit: 100, renewsOn: '2026-04-01' },
};

const aRate = (changes: Partial<Rate> = {}): Rate => ({
  rateId: 'sealed-rate',
  method: 'USPS Ground Advantage',
  serviceLevel: 'usps_ground_advantage',
  carrier: 'usps',
  amountCents: 745,
  currency: 'USD',
  retailAmountCents: 980,
  charges: [{ type: 'base', name: 'Postage', amountCents: 745 }],
  deliveryDays: 3,
  estimatedDeliveryDate: '2026-03-05',
  deliveryDateGuaranteed: false,
  zone: 4,
  attributes: ['cheapest', 'best_value'],
  expiresAt: new Date('2026-03-03T15:00:00Z'),
  ...changes,
});

const rated: GetRatesResponse = {
  orderId: 1001,
  packageId: 'sealed-package',
  shipDate: new Date('2026-03-02T15:00:00Z'),
  addressCheck: {
    status: 'corrected',
    messages: [{ code: 'zip_plus4', field: 'zip', message: 'ZIP completed.', suggestion: '' }],
  },
  rates: [
    aRate(),
    aRate({ deliveryDays: undefined, estimatedDeliveryDate: undefined, zone: undefined, attributes: [] }),
  ],
  errors: [{ carrier: 'ups', code: 'timeout', message: 'No answer.' }],
  warnings: [],
};

describe('get_rates', () => {
  const rating = () => startGateway({ shipping: { getRates: async () => rated } });

  it('returns package_id and rows as specified, with an error of one carrier beside them [MCP-S1]', async () => {
    const gateway = await rating();
    const { data } = await callTool(gateway, 'get_rates', { order_id: 1001, weight_oz: 12 });
    expect(data).toEqual({
      order_id: 1001,
      package_id: 'sealed-package',
      ...SHOP_DAY,
      ship_date: '2026-03-02T15:00:00Z',
      address_check: {
        status: 'corrected',
        messages: [{ code: 'zip_plus4', field: 'zip', message: 'ZIP completed.', suggestion: null }],
      },
      rates: [
        {
          rate_id: 'sealed-rate',
          method: 'USPS Ground Advantage',
          service_level: 'usps_ground_advantage',
          carrier: 'usps',
          amount: 7.45,
          currency: 'USD',
          retail_amount: 9.8,
          charges: [{ type: 'base', name: 'Postage', amount: 7.45 }],
          delivery_days: 3,
          estimated_delivery_date: '2026-03-05',
          delivery_date_guaranteed: false,
          zone: 4,
          attributes: ['cheapest', 'best_value'],
          expires_at: '2026-03-03T15:00:00Z',
        },
        expect.objectContaining({
          delivery_days: null,
          estimated_delivery_date: null,
          zone: null,
          attributes: [],
        }),
      ],
      errors: [{ carrier: 'ups', code: 'timeout', message: 'No answer.' }],
    });
  });

  it("says what the account's insurance adds, while it is on [MCP-S43]", async () => {
    const cover = { enabled: true, premiumCents: 145, insuredValueCents: 14_500 };
    const insured = await startGateway({ shipping: { getRates: async () => ({ ...rated, cover }) } });
    const { data } = await callTool(insured, 'get_rates', { order_id: 1001, weight_oz: 12 });
    expect(data?.insurance).toEqual({ amount: 1.45, insured_value: 145 });
    const off = { ...rated, cover: { ...cover, enabled: false } };
    const other = await startGateway({ shipping: { getRates: async () => off } });
    expect((await callTool(other, 'get_rates', { order_id: 1001, weight_oz: 12 })).data).not.toHaveProperty(
      'insurance',
    );
  });

  it.each([
    [{ weight_lb: 2 }, 32],
    [{ weight_lb: 1.3 }, 20.8],
    [{ weight_oz: 9.5, weight_lb: null }, 9.5],
  ])('accepts pounds: %j [MCP-S1]', async (weight, weightOz) => {
    const gateway = await rating();
    expect(await callTool(gateway, 'get_rates', { order_id: 1001, ...weight })).toMatchObject({
      isError: false,
    });
    expect(gateway.calls).toMatchObject([{ request: { parcel: { weightOz } } }]);
  });

  it.each([
    [{}, 'order_id and weight_oz are required.'],
    [{ order_id: 1001 }, 'weight_oz is required.'],
    [
      { order_id: 1001, weight_oz: 32, weight_lb: 2 },
      'Exactly one of weight_oz or weight_lb must be provided; got both.',
    ],
    [{ order_id: 1001, weight_lb: -1 }, 'weight_lb must be greater than 0; got -1.'],
    [
      { order_id: 1001, weight_oz: 1, deliver_by: 'Friday' },
      'deliver_by must be a calendar date as YYYY-MM-DD; got "Friday".',
    ],
  ])('refuses %j: %s [MCP-E5] [MCP-E7]', async (args, sentence) => {
    const gateway = await rating();
    expect(await callTool(gateway, 'get_rates', args)).toMatchObject({ isError: true, text: sentence });
    expect(gateway.calls).toEqual([]);
  });

  it.each([
    [{ max_amount: 7.45 }, ['a', 'b'], 2],
    [{ deliver_by: '2026-03-05' }, ['a', 'c'], 2],
    [{ carrier: ' UPS ' }, ['c', 'd'], 2],
    [{ carrier: 'ups', deliver_by: '2026-03-05', max_amount: 9 }, ['c'], 3],
    [{ carrier: 'dhl' }, [], 4],
    [{ carrier: '', max_amount: null, deliver_by: '' }, ['a', 'b', 'c', 'd'], undefined],
  ])('returns only the requested rates: %j', async (narrowing, rateIds, leftOut) => {
    const rates = [
      aRate({ rateId: 'a' }),
      aRate({ rateId: 'b', estimatedDeliveryDate: '2026-03-06' }),
      aRate({ rateId: 'c', amountCents: 900, carrier: 'ups' }),
      aRate({ rateId: 'd', amountCents: 901, carrier: 'ups', estimatedDeliveryDate: undefined }),
    ];
    const gateway = await startGateway({ shipping: { getRates: async () => ({ ...rated, rates }) } });
    const { data } = await callTool(gateway, 'get_rates', { order_id: 1001, weight_oz: 9, ...narrowing });
    const { rates: shown, left_out } = data as { rates: { rate_id: string }[]; left_out?: number };
    expect(shown.map(({ rate_id }) => rate_id)).toEqual(rateIds);
    expect(left_out).toBe(leftOut);
  });

  it('sends weight, sides and options', async () => {
    const gateway = await rating();
    await callTool(gateway, 'get_rates', {
      order_id: 1001,
      weight_oz: 12.5,
      length: 8,
      width: 6,
      height: 4.5,
      signature_required: true,
    });
    expect(gateway.calls).toEqual([
      {
        method: 'getRates',
        request: {
          accountId: ACCOUNT_ID,
          orderId: 1001,
          parcel: { weightOz: 12.5, length: 8, width: 6, height: 4.5 },
          signatureRequired: true,
          saturdayDelivery: false,
        },
      },
    ]);
  });
});

describe('quote_shipping', () => {
  it('returns rows like get_rates, without a rate_id [MCP-S13]', async () => {
    const gateway = await startGateway({
      shipping: { quoteShipping: async () => ({ rates: rated.rates, errors: rated.errors }) },
    });
    const { data } = await callTool(gateway, 'quote_shipping', { to_zip: '10118', weight_oz: 12 });
    const rating = await startGateway({ shipping: { getRates: async () => rated } });
    const { data: full } = await callTool(rating, 'get_rates', { order_id: 1001, weight_oz: 12 });
    const rows = ((full?.rates ?? []) as Record<string, unknown>[]).map(({ rate_id, ...row }) => {
      expect(rate_id).toBe('sealed-rate');
      return row;
    });
    expect(data).toEqual({ rates: rows, errors: full?.errors });
  });

  it('sends both addresses, weight and sides', async () => {
    const gateway = await startGateway({
      shipping: { quoteShipping: async () => ({ rates: [], errors: [] }) },
    });
    await callTool(gateway, 'quote_shipping', {
      to_zip: 'M5V 3L9',
      to_country: 'ca',
      to_state: 'ON',
      to_city: 'Toronto',
      from_zip: '94105',
      weight_oz: 12.5,
      length: 8,
      width: 6,
      height: 4,
      residential: false,
    });
    await callTool(gateway, 'quote_shipping', { to_zip: '10118', weight_oz: 1, to_country: '' });
    expect(gateway.calls.map(({ request }) => request)).toEqual([
      {
        accountId: ACCOUNT_ID,
        toZip: 'M5V 3L9',
        toCountry: 'ca',
        toState: 'ON',
        toCity: 'Toronto',
        parcel: { weightOz: 12.5, length: 8, width: 6, height: 4 },
        fromZip: '94105',
        residential: false,
      },
      {
        accountId: ACCOUNT_ID,
        toZip: '10118',
        toCountry: '',
        toState: '',
        toCity: '',
        fromZip: '',
        parcel: { weightOz: 1 },
      },
    ]);
  });

  it.each([
    [{ length: 8 }, /^length, width and height go together.*got length\.$/],
    [{ to_country: 'CAN' }, /^to_country must be a two-letter country code; got "CAN"\.$/],
    [{ weight_oz: 0 }, /^weight_oz must be greater than 0; got 0\.$/],
  ])('refuses %j [MCP-E7]', async (wrong, sentence) => {
    const gateway = await startGateway();
    const { text } = await callTool(gateway, 'quote_shipping', { to_zip: '10118', weight_oz: 1, ...wrong });
    expect(text).toMatch(sentence);
  });
});

describe('validate_address', () => {
  const given = anAddress({ name: '', street1: '350 5th ave', street2: '' });
  const matched = anAddress({ name: '', street1: '350 5TH AVE', city: 'NEW YORK' });
  const validation: AddressValidation = {
    status: 'corrected',
    originalAddress: given,
    matchedAddress: matched,
    changedFields: ['zip'],
    addressType: 'commercial',
    messages: [{ code: 'zip_corrected', field: 'zip', message: 'ZIP completed.', suggestion: '10118' }],
  };

  it('returns the given and the corrected address [MCP-S11]', async () => {
    const gateway = await startGateway({ shipping: { validateAddress: async () => validation } });
    const { data } = await callTool(gateway, 'validate_address', {
      street1: '350 5th ave',
      city: 'New York',
      state: 'NY',
      zip: '10118',
    });
    expect(data).toEqual({
      status: 'corrected',
      original_address: {
        street1: '350 5th ave',
        street2: null,
        city: 'New York',
        state: 'NY',
        zip: '10118',
        country: 'US',
      },
      matched_address: {
        street1: '350 5TH AVE',
        street2: null,
        city: 'NEW YORK',
        state: 'NY',
        zip: '10118',
        country: 'US',
      },
      changed_fields: ['zip'],
      address_type: 'commercial',
      messages: [{ code: 'zip_corrected', field: 'zip', message: 'ZIP completed.', suggestion: '10118' }],
    });
    expect(gateway.calls).toMatchObject([
      {
        request: { accountId: ACCOUNT_ID, address: { street1: '350 5th ave', zip: '10118', country: 'US' } },
      },
    ]);
  });

  it('returns no match for an address that was not found', async () => {
    const gateway = await startGateway({
      shipping: {
        validateAddress: async () => ({ ...validation, status: 'error', matchedAddress: undefined }),
      },
    });
    const { data } = await callTool(gateway, 'validate_address', { street1: '1 Nowhere', zip: '00001' });
    expect(data).toMatchObject({ status: 'error', matched_address: null });
  });

  it.each([{}, { city: 'New York' }, { state: 'NY' }, { zip: ' ', city: 'New York' }])(
    'requires a ZIP, or city and state: %j [MCP-E5]',
    async (place) => {
      const { isError, text } = await callTool(await startGateway(), 'validate_address', {
        street1: '350 5th Ave',
        ...place,
      });
      expect(isError).toBe(true);
      expect(text).toBe('zip is required, unless city and state are both given.');
    },
  );
});

describe('register_carrier', () => {
  const agreement = { carrier: 'ups', agreementText: 'The whole text.', agreementToken: 'sealed' };
  const account = { carrierAccountId: 1001, carrier: 'ups', status: 'active' };
  const registering = () =>
    startGateway({
      shipping: {
        registerCarrier: async ({ confirm }) => ({
          outcome: confirm ? { $case: 'account', account } : { $case: 'agreement', agreement },
        }),
      },
    });

  it('previews the whole agreement with its token [MCP-S12] [MCP-R4]', async () => {
    const { data } = await callTool(await registering(), 'register_carrier', { carrier: 'ups' });
    expect(data).toEqual({
      preview: true,
      carrier: 'ups',
      agreement_text: 'The whole text.',
      agreement_token: 'sealed',
      note: expect.stringContaining('confirm: true'),
    });
  });

  it('sends the token with a confirm [MCP-S12]', async () => {
    const gateway = await registering();
    const args = { carrier: 'ups', account_number: 'A1B2C3', agreement_token: ' sealed\n', confirm: true };
    const { data } = await callTool(gateway, 'register_carrier', args);
    expect(data).toEqual({ carrier_account_id: 1001, carrier: 'ups', status: 'active' });
    expect(gateway.calls).toEqual([
      {
        method: 'registerCarrier',
        request: {
          accountId: ACCOUNT_ID,
          carrier: 'ups',
          accountNumber: 'A1B2C3',
          agreementToken: 'sealed',
          confirm: true,
        },
      },
    ]);
  });

  it('treats an answer without preview and result as an internal error', async () => {
    const gateway = await startGateway({
      shipping: { registerCarrier: async () => ({ outcome: undefined }) },
    });
    const { text } = await callTool(gateway, 'register_carrier', { carrier: 'ups', confirm: true });
    expect(text).toMatch(/^Something went wrong while running register_carrier\./);
  });
});

const purchase = {
  order_id: 1001,
  rate_id: 'sealed-rate',
  package_id: 'sealed-package',
  method: 'USPS Ground Advantage',
  service_level: 'usps_ground_advantage',
};

const preview = (changes: Partial<BuyLabelPreview> = {}): BuyLabelPreview => ({
  postageCents: 745,
  insuranceCents: 100,
  feeCents: 30,
  totalChargeCents: 875,
  currentBalanceCents: 5000,
  balanceAfterCents: 4125,
  autoRechargeWouldFire: false,
  rechargeCents: 0,
  balanceWouldGoNegative: false,
  customsItems: [],
  warnings: [],
  shipTo: anAddress(),
  weightOz: 12.5,
  estimatedDeliveryDate: '2026-03-05',
  addressCheck: { status: 'verified', messages: [] },
  cover: { enabled: true, premiumCents: 100, insuredValueCents: 4850 },
  ...changes,
});

describe('a preview of buy_label', () => {
  const previewing = (changes: Partial<BuyLabelPreview> = {}) =>
    startGateway({
      shipping: { buyLabel: async () => ({ outcome: { $case: 'preview', preview: preview(changes) } }) },
    });

  it('returns what would be bought, charged and insured, and the balance after it [MCP-S3] [MCP-S43] [MCP-R4]', async () => {
    const gateway = await previewing();
    const { data } = await callTool(gateway, 'buy_label', {
      ...purchase,
      max_cost: 9.99,
      max_charge: 12.349,
    });
    expect(gateway.calls).toMatchObject([
      {
        method: 'buyLabel',
        request: {
          accountId: ACCOUNT_ID,
          orderId: 1001,
          rateId: 'sealed-rate',
          packageId: 'sealed-package',
          method: 'USPS Ground Advantage',
          serviceLevel: 'usps_ground_advantage',
          maxCostCents: 999,
          maxChargeCents: 1234,
          confirm: false,
        },
      },
    ]);
    expect(data).toEqual({
      preview: true,
      order_id: 1001,
      method: 'USPS Ground Advantage',
      service_level: 'usps_ground_advantage',
      postage: 7.45,
      insurance: 1,
      fee: 0.3,
      total_charge: 8.75,
      current_balance: 50,
      balance_after: 41.25,
      auto_recharge_would_fire: false,
      balance_would_go_negative: false,
      declared_value: null,
      customs_items: [],
      warnings: [],
      weight_oz: 12.5,
      estimated_delivery_date: '2026-03-05',
      insured_value: 48.5,
      ship_to: expect.objectContaining({ name: 'Ada Lovelace', zip: '10118' }),
      address_check: { status: 'verified', messages: [] },
      charges: [
        { type: 'postage', name: 'Postage', amount: 7.45 },
        { type: 'insurance', name: 'Insurance', amount: 1 },
        { type: 'fee', name: 'Pay-as-you-go fee', amount: 0.3 },
      ],
      message: expect.stringContaining('confirm: true'),
    });
  });

  it.each<[string, Partial<BuyLabelPreview>, RegExp]>([
    [
      'an existing label',
      { existingLabel: aLabel() },
      /already has a label \(tracking 9400.*charges nothing/,
    ],
    [
      'the monthly limit [MCP-E12]',
      { refusal: failure('resource_exhausted', 'purchase_failed', { cause: LIMIT }) },
      /would be refused: Label purchase failed — Limit reached: the Basic plan has 100 shipments a month, /,
    ],
    ['a balance that does not cover it', { balanceWouldGoNegative: true }, /balance does not cover/],
  ])('describes %s', async (_case, changes, message) => {
    const { data } = await callTool(await previewing(changes), 'buy_label', purchase);
    expect(data?.message).toMatch(message);
    expect(data?.message).not.toMatch(/confirm: true/);
  });

  it('shows the customs declaration, and possible problems with it [MCP-S17]', async () => {
    const gateway = await previewing({
      declaredValueCents: 4_850,
      customsItems: [
        {
          description: 'Shirt',
          quantity: 2,
          unitValueCents: 2_000,
          hsCode: '610910',
          originCountry: 'PT',
        },
        { description: 'Cards', quantity: 1, unitValueCents: 850, originCountry: 'US' },
      ],
      warnings: ['No HS code: Cards.'],
    });
    const { data } = await callTool(gateway, 'buy_label', { ...purchase, itn: 'X20261122123456' });
    expect(gateway.calls[0]?.request).toMatchObject({ itn: 'X20261122123456' });
    expect(data).toMatchObject({
      declared_value: 48.5,
      customs_items: [
        {
          description: 'Shirt',
          quantity: 2,
          unit_value: 20,
          value: 40,
          hs_code: '610910',
          origin_country: 'PT',
        },
        {
          description: 'Cards',
          quantity: 1,
          unit_value: 8.5,
          value: 8.5,
          hs_code: null,
          origin_country: 'US',
        },
      ],
      warnings: ['No HS code: Cards.'],
    });
  });

  it.each<[string, Partial<BuyLabelPreview>, object, string]>([
    [
      'on',
      {},
      { insured_value: 48.5 },
      'The parcel is insured for $48.50 at $1.00; the owner can switch insurance off under Settings, Shipping.',
    ],
    [
      'off',
      { insuranceCents: 0, cover: { enabled: false, premiumCents: 145, insuredValueCents: 14_500 } },
      { insured_value: null },
      'The parcel is not insured. Insurance for $145.00 would cost $1.45; the owner can switch insurance on under Settings, Shipping.',
    ],
    [
      'on, for an order with value 0',
      { insuranceCents: 0, cover: { enabled: true, premiumCents: 0, insuredValueCents: 0 } },
      { insured_value: null },
      'The order total is $0.00, so the parcel is not insured.',
    ],
  ])('says what insurance covers and how to change it: %s [MCP-S43]', async (_case, changes, data, words) => {
    const answer = await callTool(await previewing(changes), 'buy_label', purchase);
    expect(answer.data).toMatchObject(data);
    expect(answer.data?.message).toBe(
      `Nothing was bought or charged. ${words} Show this to the user. If they agree, call again with confirm: true.`,
    );
  });

  it('names an address that was not verified, and text that the label will not show [MCP-S43]', async () => {
    const gateway = await previewing({
      addressCheck: { status: 'warning', messages: [] },
      warnings: ['The recipient’s name "Łódź" will be printed as "Lódz".'],
    });
    const { data } = await callTool(gateway, 'buy_label', purchase);
    expect(data).toMatchObject({ address_check: { status: 'warning' }, warnings: [expect.any(String)] });
    expect(data?.message).toContain(' Look at address_check and warnings. ');
  });

  it('names the amount of a recharge that would be made', async () => {
    const gateway = await previewing({ autoRechargeWouldFire: true, rechargeCents: 2500 });
    const { data } = await callTool(gateway, 'buy_label', purchase);
    expect(data).toMatchObject({ auto_recharge_would_fire: true, recharge_amount: 25 });
  });
});

describe('a confirmed buy_label', () => {
  const bought = { postageCents: 745, insuranceCents: 100, feeCents: 30 };
  const buying = (chargedNow: boolean, label = aLabel()) =>
    startGateway({
      shipping: {
        buyLabel: async () => ({ outcome: { $case: 'result', result: { label, chargedNow, ...bought } } }),
      },
    });

  it('returns the label and its cost [MCP-S4]', async () => {
    const { data } = await callTool(await buying(true), 'buy_label', { ...purchase, confirm: true });
    expect(data).toEqual({
      purchased: true,
      order_id: 1001,
      label_url: `${BASE_URL}/labels/label-token`,
      tracking_number: '9400111899223197428490',
      tracking_url: `${BASE_URL}/track/9400111899223197428490`,
      carrier: 'usps',
      method: 'USPS Ground Advantage',
      service_level: 'usps_ground_advantage',
      estimated_delivery_date: null,
      postage: 7.45,
      insurance: 1,
      fee: 0.3,
      total_charge: 8.75,
    });
  });

  it('returns the customs form when there is one', async () => {
    const gateway = await buying(true, aLabel({ formUrl: '/labels/form', receiptUrl: '/labels/receipt' }));
    const { data } = await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(data).toMatchObject({
      form_url: `${BASE_URL}/labels/form`,
      receipt_url: `${BASE_URL}/labels/receipt`,
    });
  });

  it('returns for an order with a label what was charged first, and that nothing more was charged [MCP-S6] [MCP-S20]', async () => {
    const { data } = await callTool(await buying(false), 'buy_label', { ...purchase, confirm: true });
    expect(data).toMatchObject({
      purchased: true,
      postage: 7.45,
      insurance: 1,
      fee: 0.3,
      total_charge: 8.75,
      note: expect.stringContaining('this call charged nothing'),
    });
  });

  it.each([
    [7.45, 745],
    [7.459, 745],
    [5.005, 500],
    [1.1, 110],
    [0, 0],
    [undefined, undefined],
  ])('never rounds up max_price of %d dollars: %d cents [MCP-S5]', async (ceiling, cents) => {
    const gateway = await buying(true);
    await callTool(gateway, 'buy_label', { ...purchase, max_cost: ceiling, confirm: true });
    expect((gateway.calls[0] as { request: BuyLabelRequest }).request.maxCostCents).toBe(cents);
  });

  it('above the monthly limit begins as specified [MCP-E12]', async () => {
    const refused = new DomainError('resource_exhausted', 'purchase_failed', { cause: LIMIT });
    const gateway = await startGateway({ shipping: { buyLabel: () => Promise.reject(refused) } });
    const { isError, text } = await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^Label purchase failed — Limit reached: the Basic plan has 100 shipments a month, /,
    );
  });

  it('treats an answer without preview and result as an internal error', async () => {
    const gateway = await startGateway({ shipping: { buyLabel: async () => ({ outcome: undefined }) } });
    const { text } = await callTool(gateway, 'buy_label', { ...purchase, confirm: true });
    expect(text).toMatch(/^Something went wrong while running buy_label\. Some work may have been saved/);
  });
});
