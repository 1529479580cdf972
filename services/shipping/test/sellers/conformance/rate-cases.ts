import { CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../../../src/sellers/carrier-errors';
import { always, arranged, type ConformanceCase, failure, labelOf, when } from './conformance-case';
import { scansOf } from './seller-harness';

export const RATE_CASES: readonly ConformanceCase[] = [
  always(
    'rates belong to their carrier, are in whole cents with a correct sum, and contain each service once',
    async (harness) => {
      const { carrier } = harness;
      const { rates, messages } = await carrier.rate(harness.purchase());
      expect(messages).toEqual([]);
      expect(rates.length).toBeGreaterThan(0);
      expect(new Set(rates.map(({ serviceLevel }) => serviceLevel)).size).toBe(rates.length);
      for (const { amount, retailAmount, charges, currency, ...rate } of rates) {
        expect(rate).toMatchObject({
          carrier: carrier.code,
          serviceLevel: expect.stringMatching(/^[a-z0-9_]+$/),
        });
        expect(currency).toBe('USD');
        expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
        expect(charges.reduce((sum, charge) => sum + charge.amount, 0)).toBe(amount);
        expect(retailAmount).toBeGreaterThanOrEqual(amount);
      }
    },
  ),

  always('a label of every rate is sold at the price of the rate', async (harness) => {
    const { carrier } = harness;
    const { rates } = await carrier.rate(harness.purchase());
    for (const [index, { serviceLevel, amount: price }] of rates.entries()) {
      const request = harness.purchase({ serviceLevel, price, reference: `pur_${3000 + index}_1_a1_5eed` });
      expect(await carrier.buy(request)).toMatchObject({ serviceLevel, charged: price });
    }
    expect(await harness.soldCount()).toBe(rates.length);
  }),

  always('rating sells nothing', async (harness) => {
    await harness.carrier.rate(harness.purchase());
    expect(await harness.soldCount()).toBe(0);
  }),

  when(
    'rates by one call',
    'one call rates a shipment for all carriers, and another shipment needs another call',
    async (harness) => {
      const { carriers } = harness.seller;
      for (const calls of [1, 2]) {
        const request = harness.purchase();
        await Promise.all(carriers.map((carrier) => carrier.rate(request)));
        expect(harness.ratedCount?.()).toBe(calls);
      }
    },
  ),

  when('no rates', 'an address without service has no rates and no error', async (harness) => {
    const { request } = await arranged(harness, 'no rates', harness.purchase());
    expect((await harness.carrier.rate(request)).rates).toEqual([]);
  }),

  when(
    'one carrier fails',
    'a carrier that fails has an error, and the others have their rates',
    async (harness) => {
      const { request } = await arranged(harness, 'one carrier fails', harness.purchase());
      const answers = await Promise.all(harness.seller.carriers.map((carrier) => carrier.rate(request)));
      const failing = answers.filter(({ rates }) => rates.length === 0);
      expect(failing).toHaveLength(1);
      expect(failing[0]?.messages[0]?.message).toMatch(/\w+ \w+/);
      expect(answers.filter(({ rates }) => rates.length > 0)).toHaveLength(answers.length - 1);
    },
  ),

  when(
    'rates refused',
    "a shipment that cannot be rated is refused with the seller's message",
    async (harness) => {
      const { request } = await arranged(harness, 'rates refused', harness.purchase());
      const refused = await failure(harness.carrier.rate(request));
      expect(refused).toBeInstanceOf(CarrierRefused);
      expect((refused as Error).message).toMatch(/\w+ \w+/);
    },
  ),

  when('rates without room', 'rates are unavailable while the seller limits our calls', async (harness) => {
    const { request } = await arranged(harness, 'rates without room', harness.purchase());
    expect(await failure(harness.carrier.rate(request))).toBeInstanceOf(CarrierUnavailable);
  }),

  ...(['rates lost', 'rates met garbage'] as const).map((situation) =>
    when(situation, `${situation}: no answer, and no refusal`, async (harness) => {
      const { request } = await arranged(harness, situation, harness.purchase());
      expect(await failure(harness.carrier.rate(request))).toBeInstanceOf(CarrierNoAnswer);
    }),
  ),

  when(
    'carrier account fails',
    "a broken carrier account is reported without the seller's message",
    async (harness) => {
      const { request } = await arranged(harness, 'carrier account fails', harness.purchase());
      const { name, code } = { ...harness.carrier.declaration };
      expect(await harness.carrier.rate(request)).toEqual({
        rates: [],
        messages: [
          { carrier: code, code: 'unavailable', message: `${name} is not available at the moment.` },
        ],
      });
    },
  ),

  always('each file of a label is a PDF or an image, and it has no other files', async (harness) => {
    const label = await harness.carrier.buy(harness.purchase());
    for (const kind of ['label', 'raw', 'form', 'receipt'] as const) {
      const file = await harness.carrier.document(labelOf(label), kind);
      if (label.documents.includes(kind)) {
        expect(file?.contentType).toMatch(/^(application\/pdf|image\/png)$/);
        expect(file?.content.length).toBeGreaterThan(0);
        expect(file?.fileName).toContain(label.trackingNumber);
      } else expect(file).toBeUndefined();
    }
  }),

  when(
    'QR label',
    'a shop that prints by QR gets an image, and the original if it exists',
    async (harness) => {
      const carrier = harness.seller.carriers.find(({ declaration }) => declaration.qrLabels);
      const [rate] = (await carrier?.rate(harness.purchase()))?.rates ?? [];
      if (!carrier || !rate) throw new Error('No carrier has QR labels.');
      const { serviceLevel, amount: price } = rate;
      const label = await carrier.buy(harness.purchase({ printSetting: 'qr', serviceLevel, price }));
      expect(await carrier.document(labelOf(label), 'label')).toMatchObject({ contentType: 'image/png' });
      const raw = await carrier.document(labelOf(label), 'raw');
      if (label.documents.includes('raw')) expect(raw).toMatchObject({ contentType: 'application/pdf' });
      else expect(raw).toBeUndefined();
    },
  ),

  when(
    'carrier without QR labels',
    'a shop that prints by QR gets the usual label of a carrier without QR labels',
    async (harness) => {
      await arranged(harness, 'carrier without QR labels', harness.purchase());
      const carrier = harness.seller.carriers.find(({ declaration }) => !declaration.qrLabels);
      const [rate] = (await carrier?.rate(harness.purchase()))?.rates ?? [];
      if (!carrier || !rate) throw new Error('Every carrier has QR labels.');
      const { serviceLevel, amount: price } = rate;
      const files = async (printSetting: 'pdf' | 'qr', reference: string) => {
        const label = await carrier.buy(harness.purchase({ printSetting, serviceLevel, price, reference }));
        const file = await carrier.document(labelOf(label), 'label');
        return [label.documents, file?.contentType];
      };
      const usual = await files('pdf', 'pur_1001_1_a1_5eed');
      expect(await files('qr', 'pur_1002_1_a1_5eed')).toEqual(usual);
    },
  ),

  always('a new label has no scans, and names the time of the next look-up', async (harness) => {
    const label = await harness.carrier.buy(harness.purchase());
    const { scans, nextLookAt, trackingNumber } = await harness.carrier.track(labelOf(label));
    expect(scans).toEqual([]);
    expect(trackingNumber).toBe(label.trackingNumber);
    expect(nextLookAt?.getTime()).toBeGreaterThan(harness.clock.now().getTime());
    expect(harness.carrier.firstScanAt(label.boughtAt).getTime()).toBeGreaterThanOrEqual(
      label.boughtAt.getTime(),
    );
  }),

  ...(['InTransit', 'Delivered', 'DeliveryFailure', 'ReturnedToSender'] as const).map((status) => {
    const situation = scansOf(status) as Parameters<typeof arranged>[1];
    return when(situation, `scans end with ${status}, oldest first`, async (harness) => {
      const request = harness.purchase();
      const label = await harness.carrier.buy(request);
      await arranged(harness, situation, request);
      const { scans, nextLookAt } = await harness.carrier.track(labelOf(label));
      expect(scans.at(-1)?.status).toBe(status);
      const times = scans.map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      if (status === 'InTransit') expect(nextLookAt).toBeInstanceOf(Date);
      if (status === 'Delivered' || status === 'ReturnedToSender') expect(nextLookAt).toBeUndefined();
      if (status === 'DeliveryFailure') expect(scans.at(-1)?.exception).toMatch(/\w+/);
    });
  }),

  when('track lost', 'tracking without an answer is no refusal', async (harness) => {
    const request = harness.purchase();
    const label = await harness.carrier.buy(request);
    await arranged(harness, 'track lost', request);
    const error = await failure(harness.carrier.track(labelOf(label)));
    expect(error).toBeInstanceOf(CarrierNoAnswer);
  }),
];
