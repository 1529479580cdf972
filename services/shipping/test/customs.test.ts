import { PDFDocument } from '@cantoo/pdf-lib';
import { previewBatch } from './support/batch';
import {
  ACCOUNT,
  confirm,
  preview,
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

const SHIRT = { name: 'Shirt', quantity: 2, priceCents: 2_000, hsCode: '610910', originCountry: 'PT' };
const ENGINE = { name: 'Engine', quantity: 1, priceCents: 300_000, hsCode: '841280', originCountry: 'US' };
const ITN = 'X20261122123456';
type Draft = Parameters<Shipping['createOrder']>[0];

const ratesOf = (orderId: number) =>
  rpc.getRates({
    accountId: ACCOUNT,
    orderId,
    parcel: { weightOz: 12 },
    signatureRequired: false,
    saturdayDelivery: false,
  });
const rated = async (draft: Draft) => {
  const { orderId } = await shipping.createOrder(draft);
  return { orderId, choice: await rate(rpc, orderId), warnings: (await ratesOf(orderId)).warnings };
};
const available = async () => (await shipping.billing.getBalance({ accountId: ACCOUNT })).availableCents;

describe('customs', () => {
  it('a parcel abroad declares the items of the order, and the preview shows the declaration [MCP-S17]', async () => {
    const { choice, warnings } = await rated({ country: 'FR', state: '', items: [SHIRT] });
    expect(warnings).toEqual([]);
    const shown = await preview(rpc, choice);
    expect(shown).toMatchObject({
      declaredValueCents: 4_000,
      customsItems: [
        {
          description: 'Shirt',
          quantity: 2,
          unitValueCents: 2_000,
          hsCode: '610910',
          originCountry: 'PT',
        },
      ],
      warnings: [],
    });
    const { label } = await confirm(rpc, choice);
    expect(label?.formUrl).toBeDefined();
  });

  it('a parcel within the United States has no declaration', async () => {
    const { choice, warnings } = await rated({ items: [ENGINE] });
    const shown = await preview(rpc, choice);
    expect([shown.declaredValueCents, shown.customsItems, shown.warnings, warnings]).toEqual([
      undefined,
      [],
      [],
      [],
    ]);
  });

  it('possible problems with customs are in the warnings of the rates and of the preview [MCP-S17]', async () => {
    const { choice, warnings } = await rated({
      country: 'FR',
      state: '',
      items: [SHIRT, { name: 'Cards', quantity: 1, priceCents: 0 }],
    });
    expect(warnings).toEqual([
      'Declared as worth 0.00: Cards. Customs want the real value of every item.',
      expect.stringMatching(/^No HS code: Cards\./),
      expect.stringMatching(/^No country of origin: Cards\./),
    ]);
    expect((await preview(rpc, choice)).warnings).toEqual(warnings);
  });

  it('an order without items declares merchandise of value 0, never its postage, with a warning', async () => {
    const { choice, warnings } = await rated({ country: 'FR', state: '', items: [] });
    expect(warnings).toEqual([
      expect.stringMatching(/^The order has no items: .*"Merchandise" worth \$0\.00/),
    ]);
    const shown = await preview(rpc, choice);
    expect(shown).toMatchObject({ declaredValueCents: 0, customsItems: [{ description: 'Merchandise' }] });
    const { label } = await confirm(rpc, choice);
    const sale = await shipping.db
      .collection('carrier_journal')
      .findOne({ trackingNumber: label?.trackingNumber });
    expect(sale?.items).toEqual([{ description: 'Merchandise', quantity: 1, unitValue: 0 }]);
  });

  it('goods of 3,000 dollars abroad are refused without the export filing number, and bought with it [MCP-S18]', async () => {
    const { orderId, choice, warnings } = await rated({ country: 'FR', state: '', items: [ENGINE] });
    const before = await available();
    expect(warnings).toEqual([expect.stringMatching(/declared at \$3000\.00\..*15 CFR 30\.37\(a\).*itn/)]);
    expect((await preview(rpc, choice)).warnings).toEqual(warnings);
    await expect(confirm(rpc, choice)).rejects.toMatchObject({
      code: 'failed_precondition',
      field: 'itn',
      reason: 'export_filing_needed',
      params: { need: expect.stringMatching(/Number as itn\.$/) },
    });
    expect(await available()).toBe(before);
    await expect(confirm(rpc, { ...choice, itn: 'X1' })).rejects.toMatchObject({ code: 'invalid_argument' });
    expect((await preview(rpc, { ...choice, itn: ITN })).warnings).toEqual([]);
    await confirm(rpc, { ...choice, itn: ITN });
    const sale = await shipping.db
      .collection('carrier_journal')
      .findOne({ reference: { $exists: true }, itn: ITN });
    expect(sale).toMatchObject({ itn: ITN, accountId: ACCOUNT });
    expect((await shipping.getOrder(orderId)).label).toBeDefined();
  });

  it('a batch leaves out an order that needs an export filing', async () => {
    const { orderId } = await shipping.createOrder({
      country: 'FR',
      state: '',
      items: [ENGINE],
      weightOz: 12,
    });
    const { orders } = await previewBatch(rpc, { orderIds: [orderId] });
    expect(orders).toMatchObject([
      { orderId, error: { code: 'failed_precondition', reason: 'export_filing_needed' } },
    ]);
  });

  it('a parcel to an APO has a customs form with its items, although the postage is domestic [MCP-S17]', async () => {
    const { choice } = await rated({ state: 'AE', zip: '09012', items: [SHIRT] });
    const { label } = await confirm(rpc, choice);
    const token = (label?.formUrl ?? '').slice('/labels/'.length);
    const form = await rpc.getLabelFile({ token, offset: 0, etag: '' });
    expect((await PDFDocument.load(form.content)).getPageCount()).toBe(1);
  });
});

describe('names on labels', () => {
  it('in other scripts or too long are in the warnings of the rates and of the preview [MCP-S19]', async () => {
    const { choice, warnings } = await rated({
      name: '日本 太郎 🎌',
      company: 'Gesellschaft zur Förderung langer Firmennamen mbH',
    });
    expect(warnings).toEqual([
      'The recipient\'s name "日本 太郎 🎌" will be printed as "RiBen TaiLang": labels hold Latin letters only.',
      expect.stringMatching(/^The recipient's company has 49 characters; a label holds 40 and may end at/),
    ]);
    expect((await preview(rpc, choice)).warnings).toEqual(warnings);
  });
});
