import type { QuoteShippingRequest } from '@parcelyard/contracts/shipping';
import { ACCOUNT, type Shipping, type ShippingClient, startShipping } from './support/start-shipping';

let shipping: Shipping;
let rpc: ShippingClient;
beforeAll(async () => {
  shipping = await startShipping({ balanceCents: 0 });
  ({ rpc } = await shipping.startProcess());
});
afterAll(() => shipping.close());

const quote = (changes: Partial<QuoteShippingRequest> = {}) =>
  rpc.quoteShipping({
    accountId: ACCOUNT,
    toZip: '10118',
    toCountry: '',
    toState: '',
    toCity: '',
    fromZip: '',
    parcel: { weightOz: 12, length: 8, width: 6, height: 4 },
    ...changes,
  });

describe('a quote', () => {
  it('has the rates of every carrier, cheapest first, and no rate ids [MCP-S13]', async () => {
    const { rates, errors } = await quote();
    expect(new Set(rates.map(({ carrier }) => carrier))).toEqual(new Set(['usps', 'ups', 'fedex']));
    const amounts = rates.map(({ amountCents }) => amountCents);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    expect(rates[0]?.attributes).toContain('cheapest');
    for (const rate of rates) expect(rate).toMatchObject({ rateId: '', currency: 'USD' });
    expect(errors).toEqual([]);
  });

  it('has the same prices as the same order', async () => {
    const { orderId } = await shipping.createOrder();
    const { rates } = await rpc.getRates({
      accountId: ACCOUNT,
      orderId,
      signatureRequired: false,
      saturdayDelivery: false,
      parcel: { weightOz: 12 },
    });
    const { shipTo } = await shipping.getOrder(orderId);
    const quoted = await quote({ toZip: shipTo?.zip ?? '', residential: true, parcel: { weightOz: 12 } });
    const usps = (rows: typeof rates) =>
      rows.filter(({ carrier }) => carrier === 'usps').map((row) => [row.serviceLevel, row.amountCents]);
    expect(usps(quoted.rates)).toEqual(usps(rates));
  });

  it('is more expensive for a longer distance, and cheaper for a business', async () => {
    const ground = async (changes: Partial<QuoteShippingRequest>) => {
      const { rates } = await quote(changes);
      return rates.find(({ serviceLevel }) => serviceLevel === 'ups_ground')?.amountCents as number;
    };
    expect(await ground({ fromZip: '10001' })).toBeLessThan(await ground({ fromZip: '94105' }));
    expect(await ground({ residential: false })).toBeLessThan(await ground({ residential: true }));
    expect(await ground({})).toBe(await ground({ residential: true }));
  });

  it('abroad has international services', async () => {
    const { rates } = await quote({ toZip: 'M5V 3L9', toCountry: 'CA' });
    expect(rates.map(({ serviceLevel }) => serviceLevel)).toContain('usps_priority_mail_international');
    for (const rate of rates) expect(rate.zone).toBeUndefined();
  });

  it('shows the other rates when one carrier fails', async () => {
    const { rates, errors } = await quote({ toZip: '00005' });
    expect(rates.length).toBeGreaterThan(0);
    expect(errors).toEqual([
      expect.objectContaining({ carrier: 'fedex', message: expect.stringContaining('SBX-4001') }),
    ]);
  });

  it('refuses a parcel without weight, or with only some sides [MCP-E7]', async () => {
    await expect(quote({ parcel: { weightOz: 0 } })).rejects.toThrow('not_positive');
    await expect(quote({ parcel: { weightOz: 1, length: 2 } })).rejects.toThrow('sides_not_together');
  });

  it('saves nothing [MCP-S13]', async () => {
    const before = await contents();
    await quote();
    expect(await contents()).toEqual(before);
  });
});

describe('an address', () => {
  const validate = (changes: Record<string, string>) =>
    rpc.validateAddress({
      accountId: ACCOUNT,
      address: {
        name: '',
        firstName: '',
        lastName: '',
        company: '',
        street1: '350 5th Avenue',
        street2: '',
        street3: '',
        city: 'New York',
        state: 'NY',
        zip: '10118',
        country: 'US',
        phone: '',
        email: '',
        ...changes,
      },
    });

  it('that is correct is plausible with an unchecked street, in the standard form [MCP-S11]', async () => {
    expect(await validate({})).toMatchObject({
      status: 'plausible',
      originalAddress: { street1: '350 5th Avenue', city: 'New York' },
      matchedAddress: { street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118', country: 'US' },
      changedFields: [],
      messages: [{ code: 'street_not_checked' }],
    });
  });

  it('without a ZIP gets the ZIP of a town that has only one', async () => {
    const answer = await validate({ zip: '', city: 'Marfa', state: 'TX' });
    expect(answer).toMatchObject({ matchedAddress: { zip: '79843' }, changedFields: ['zip'] });
  });

  it.each([
    ['00001', 'error'],
    ['00002', 'corrected'],
    ['00003', 'warning'],
  ])('at ZIP %s has the specified answer: %s [MCP-S11]', async (zip, status) => {
    const answer = await validate({ zip });
    expect(answer.status).toBe(status);
    expect(answer.matchedAddress === undefined).toBe(status === 'error');
    expect(answer.messages).toHaveLength(1);
  });
});

async function contents(): Promise<Record<string, number>> {
  const collections = await shipping.db.listCollections().toArray();
  const counts = await Promise.all(
    collections.map(async ({ name }) => [name, await shipping.db.collection(name).countDocuments()] as const),
  );
  return Object.fromEntries(counts);
}
