import { cents } from '@parcelyard/money/cents';
import {
  CarrierBusy,
  CarrierNoAnswer,
  CarrierRefused,
  CarrierUnavailable,
  PRICE_RAISED,
} from '../../../src/sellers/carrier-errors';
import { requireRequestedLabel } from '../../../src/sellers/carrier-mismatch';
import type { CarrierRate } from '../../../src/sellers/carrier-port';
import { anAddress } from '../../address/an-address';
import { always, arranged, type ConformanceCase, failure, labelOf, when } from './conformance-case';
import type { SellerHarness, Situation } from './seller-harness';

export const SALE_CASES: readonly ConformanceCase[] = [
  always('a label has the requested service and the price of its rate', async (harness) => {
    const { carrier } = harness;
    const request = harness.purchase();
    const bought = await carrier.buy(request);
    expect(requireRequestedLabel(carrier.code, request, bought)).toBe(bought);
    expect(bought).toMatchObject({ ...labelOf(request), charged: request.price, status: 'purchased' });
    expect(bought.trackingNumber).not.toBe('');
    expect(bought.boughtAt.getTime()).not.toBeNaN();
    expect(bought.documents).toContain('label');
    expect(await carrier.findByReference(1, request.reference)).toEqual(bought);
    expect(await harness.soldCount()).toBe(1);
  }),

  always('a reference sells one label for any number of requests and processes', async (harness) => {
    const { carrier } = harness;
    const request = harness.purchase();
    const first = await carrier.buy(request);
    expect(await carrier.buy(request)).toEqual(first);
    expect(await (await harness.another()).buy(request)).toEqual(first);
    expect(await harness.soldCount()).toBe(1);
  }),

  always('two processes at once sell one label for a reference', async (harness) => {
    const request = harness.purchase();
    const other = await harness.another();
    const answers = await Promise.allSettled([harness.carrier.buy(request), other.buy(request)]);
    await expectOneSale(harness, answers, request.reference);
  }),

  always('ten requests at once sell one label for a reference', async (harness) => {
    const request = harness.purchase();
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => harness.carrier.buy(request)));
    await expectOneSale(harness, answers, request.reference);
  }),

  always('two references sell two labels with different numbers', async (harness) => {
    const first = await harness.carrier.buy(harness.purchase());
    const second = await harness.carrier.buy(harness.purchase({ reference: 'pur_1002_1_a1_5eed' }));
    expect(second.trackingNumber).not.toBe(first.trackingNumber);
    expect(await harness.soldCount()).toBe(2);
  }),

  always('an account never gets a label of another account', async (harness) => {
    const { reference } = await harness.carrier.buy(harness.purchase());
    const found = await harness.carrier.findByReference(2, reference);
    expect(found?.accountId).not.toBe(2);
  }),

  always('an unknown service is refused, and nothing is sold', async (harness) => {
    const request = harness.purchase({ serviceLevel: 'no_such_service' });
    expect(await failure(harness.carrier.buy(request))).toBeInstanceOf(CarrierRefused);
    await expectNothingSold(harness, request.reference);
  }),

  when(
    'price raised',
    'a higher price than the confirmed one is refused before anything is sold',
    async (harness) => {
      const { request } = await arranged(harness, 'price raised', harness.purchase());
      expect(await failure(harness.carrier.buy(request))).toMatchObject({
        name: 'CarrierRefused',
        code: PRICE_RAISED,
      });
      await expectNothingSold(harness, request.reference);
    },
  ),

  when('sale refused', "a refusal has the carrier's message, and nothing is sold", async (harness) => {
    const { request } = await arranged(harness, 'sale refused', harness.purchase());
    const refused = await failure(harness.carrier.buy(request));
    expect(refused).toBeInstanceOf(CarrierRefused);
    expect((refused as Error).message).toMatch(/\w+ \w+/);
    await expectNothingSold(harness, request.reference);
  }),

  when('sale refused', 'after a refusal the same reference can sell a label', async (harness) => {
    await failure(harness.carrier.buy((await arranged(harness, 'sale refused', harness.purchase())).request));
    expect(await harness.carrier.buy(harness.purchase())).toMatchObject({ status: 'purchased' });
    expect(await harness.soldCount()).toBe(1);
  }),

  when(
    'sale refused for the operator',
    "a fault of the operator's account is reported without the seller's message",
    async (harness) => {
      const { request } = await arranged(harness, 'sale refused for the operator', harness.purchase());
      await expectUnavailable(harness, harness.carrier.buy(request));
      await expectNothingSold(harness, request.reference);
    },
  ),

  when(
    'sale with a dead key',
    "an invalid key sells nothing and is reported without the seller's message",
    async (harness) => {
      const carrier = await harness.withDeadKey?.();
      await expectUnavailable(harness, carrier?.buy(harness.purchase()));
      expect(await harness.soldCount()).toBe(0);
    },
  ),

  when('sale without room once', 'a rate-limited sale is repeated', async (harness) => {
    const { request } = await arranged(harness, 'sale without room once', harness.purchase());
    expect(await harness.carrier.buy(request)).toMatchObject({ status: 'purchased' });
    expect(await harness.soldCount()).toBe(1);
  }),

  when(
    'sale without room',
    'a carrier that stays rate-limited is busy, and nothing is sold',
    async (harness) => {
      const { request } = await arranged(harness, 'sale without room', harness.purchase());
      expect(await failure(harness.carrier.buy(request))).toBeInstanceOf(CarrierBusy);
      await expectNothingSold(harness, request.reference);
    },
  ),

  when('preparation slow', 'a sale whose preparation took too long is not requested', async (harness) => {
    const { request } = await arranged(harness, 'preparation slow', harness.purchase());
    expect(await failure(harness.carrier.buy(request))).toMatchObject({
      name: 'CarrierRefused',
      code: 'too_slow',
    });
    expect(await harness.soldCount()).toBe(0);
  }),

  ...(
    [
      ['sold dearer', 'amount'],
      ['sold to another address', 'address'],
      ['sold under another reference', 'reference'],
    ] as const satisfies readonly (readonly [Situation, string])[]
  ).map(([situation, field]) =>
    when(
      situation,
      `a label with another ${field} is returned unchanged, and is then refused`,
      async (harness) => {
        const { request } = await arranged(harness, situation, harness.purchase());
        const { carrier } = harness;
        const label = await carrier.buy(request);
        expect(() => requireRequestedLabel(carrier.code, request, label)).toThrow(
          expect.objectContaining({ name: 'CarrierMismatch', fields: expect.arrayContaining([field]) }),
        );
      },
    ),
  ),

  when(
    'insurance',
    'the insured value is in the label, and its premium is not in the postage',
    async (harness) => {
      const request = harness.purchase({ insuredValue: cents(15_000) });
      const label = await harness.carrier.buy(request);
      const insured = label.insuredValue >= 15_000 || (await harness.carrier.insure(label, cents(15_000)));
      expect(insured).toBe(true);
      expect(label.charged).toBe(request.price);
      expect(await harness.carrier.findByReference(1, request.reference)).toMatchObject({
        insuredValue: 15_000,
      });
    },
  ),

  when('no insurance', 'a label that cannot be insured stays sold without insurance', async (harness) => {
    const { request } = await arranged(
      harness,
      'no insurance',
      harness.purchase({ insuredValue: cents(15_000) }),
    );
    const label = await harness.carrier.buy(request);
    expect(label.insuredValue).toBe(0);
    expect(await harness.carrier.insure(label, cents(15_000))).toBe(false);
    expect(await harness.soldCount()).toBe(1);
  }),

  when(
    'insuring refused for the operator',
    "after a fault of the operator's account, it is unknown whether the label is insured",
    async (harness) => {
      const request = harness.purchase();
      const label = await harness.carrier.buy(request);
      await arranged(harness, 'insuring refused for the operator', request);
      const error = await failure(harness.carrier.insure(label, cents(15_000)));
      expect(error).toBeInstanceOf(Error);
      // Each of these two errors would mean that no label was sold, but the label was sold.
      expect(error).not.toBeInstanceOf(CarrierRefused);
      expect(error).not.toBeInstanceOf(CarrierUnavailable);
    },
  ),

  ...(
    [
      ['abroad', { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' }],
      ['to an overseas military address', { city: 'APO', state: 'AE', zip: '09354' }],
    ] as const
  ).map(([where, place]) =>
    when('goods declared', `a sale ${where} declares the goods to customs, line by line`, async (harness) => {
      const goods = {
        to: anAddress(place),
        items: [
          { description: 'Engine', quantity: 2, unitValue: cents(2_000), originCountry: 'DE' },
          { description: 'Cards', quantity: 1, unitValue: cents(850) },
        ],
      };
      const [rate] = (await harness.carrier.rate(harness.purchase(goods))).rates;
      const { serviceLevel, amount: price } = rate as CarrierRate;
      const { reference } = await harness.carrier.buy(harness.purchase({ ...goods, serviceLevel, price }));
      expect(await harness.declared?.(reference)).toEqual([
        { description: 'Engine', quantity: 2, cents: 4_000, originCountry: 'DE' },
        { description: 'Cards', quantity: 1, cents: 850, originCountry: 'US' },
      ]);
    }),
  ),
];

/** Expects that each call got the same label or no answer: never another label, and never a refusal. */
async function expectOneSale(
  { carrier, soldCount }: SellerHarness,
  answers: readonly PromiseSettledResult<{ trackingNumber: string }>[],
  reference: string,
): Promise<void> {
  const label = await carrier.findByReference(1, reference);
  expect(label).toMatchObject({ status: 'purchased' });
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const answer of answers) {
    if (answer.status === 'fulfilled') expect(answer.value).toEqual(label);
    else expect(answer.reason).toBeInstanceOf(CarrierNoAnswer);
  }
  expect(await soldCount()).toBe(1);
}

/** Expects that no label was sold, and that the look-up says this at once. */
async function expectNothingSold({ carrier, soldCount }: SellerHarness, reference: string): Promise<void> {
  expect(await soldCount()).toBe(0);
  expect(await carrier.findByReference(1, reference)).toBeUndefined();
}

async function expectUnavailable(
  { carrier }: SellerHarness,
  call: Promise<unknown> | undefined,
): Promise<void> {
  const error = await failure(call ?? Promise.resolve());
  expect(error).toBeInstanceOf(CarrierUnavailable);
  expect((error as Error).message).toBe(`${carrier.declaration.name} is not available at the moment.`);
}
