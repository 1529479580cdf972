import { CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../../../src/sellers/carrier-errors';
import { requireRequestedLabel } from '../../../src/sellers/carrier-mismatch';
import { always, arranged, type ConformanceCase, failure, labelOf, when } from './conformance-case';
import { SETTLED_MS, type SellerHarness } from './seller-harness';

const UNANSWERED = [
  ['sale lost before', 'a broken connection'],
  ['sale met a page', 'a proxy’s page'],
  ['sale met garbage', 'an answer that is not JSON'],
  ['sale met a proxy’s JSON', 'JSON of a proxy'],
  ['sale met a proxy’s success', 'JSON of a proxy with status 200'],
  ['sale failed at the server', 'a fault of the seller’s server'],
  ['sale without the carrier', 'a client error because the carrier did not answer in time'],
] as const;

export const DOUBT_CASES: readonly ConformanceCase[] = [
  ...UNANSWERED.flatMap(([situation, what]) => [
    when(
      situation,
      `after ${what}, the outcome of a sale is unknown until the sale has settled and is looked up`,
      async (harness) => {
        const { request } = await arranged(harness, situation, harness.purchase());
        const { carrier, clock } = harness;
        await expectNoAnswer(carrier.buy(request));
        await expectUnsettled(harness, carrier.findByReference(1, request.reference));
        clock.advance(SETTLED_MS);
        expect(await carrier.findByReference(1, request.reference)).toBeUndefined();
        expect(await harness.soldCount()).toBe(0);
      },
    ),
  ]),

  when(
    'sale lost before',
    'a reference can be closed after its sale has settled, and then sells nothing',
    async (harness) => {
      const { request } = await arranged(harness, 'sale lost before', harness.purchase());
      const { carrier, clock } = harness;
      await expectNoAnswer(carrier.buy(request));
      await expectUnsettled(harness, carrier.close(labelOf(request)));
      clock.advance(SETTLED_MS);
      expect(await carrier.close(labelOf(request))).toBeUndefined();
      expect(await failure(carrier.buy(harness.purchase()))).toBeInstanceOf(CarrierRefused);
      expect(await harness.soldCount()).toBe(0);
    },
  ),

  when(
    'sale lost before',
    'a sale without an answer sells at most one label when it is repeated at once',
    async (harness) => {
      const { request } = await arranged(harness, 'sale lost before', harness.purchase());
      await expectNoAnswer(harness.carrier.buy(request));
      await Promise.allSettled([
        harness.carrier.buy(harness.purchase()),
        harness.carrier.buy(harness.purchase()),
      ]);
      expect(await harness.soldCount()).toBeLessThanOrEqual(1);
    },
  ),

  when('sale lost before', 'a sale without an answer is repeated after it has settled', async (harness) => {
    const { request } = await arranged(harness, 'sale lost before', harness.purchase());
    await expectNoAnswer(harness.carrier.buy(request));
    harness.clock.advance(SETTLED_MS);
    expect(await harness.carrier.buy(harness.purchase())).toMatchObject({ status: 'purchased' });
    expect(await harness.soldCount()).toBe(1);
  }),

  when(
    'sale lost after',
    'a label whose answer was lost is found by its reference and accepted',
    async (harness) => {
      const { request } = await arranged(harness, 'sale lost after', harness.purchase());
      const { carrier } = harness;
      await expectNoAnswer(carrier.buy(request));
      const found = await carrier.findByReference(1, request.reference);
      expect(found && requireRequestedLabel(carrier.code, request, found)).toMatchObject({
        status: 'purchased',
      });
      expect(await (await harness.another()).findByReference(1, request.reference)).toEqual(found);
      expect(await harness.soldCount()).toBe(1);
    },
  ),

  when('sale lost after', 'a repeated purchase returns the label whose answer was lost', async (harness) => {
    const { request } = await arranged(harness, 'sale lost after', harness.purchase());
    await expectNoAnswer(harness.carrier.buy(request));
    const again = await harness.carrier.buy(request);
    expect(await harness.carrier.findByReference(1, request.reference)).toEqual(again);
    expect(await harness.soldCount()).toBe(1);
  }),

  when('sale lost after', 'closing returns a label whose answer was lost', async (harness) => {
    const { request } = await arranged(harness, 'sale lost after', harness.purchase());
    await expectNoAnswer(harness.carrier.buy(request));
    expect(await harness.carrier.close(labelOf(request))).toMatchObject({ status: 'purchased' });
  }),

  when(
    'sold, and what follows is refused',
    'a label stays sold when a later step of its purchase is refused',
    async (harness) => {
      const { request } = await arranged(harness, 'sold, and what follows is refused', harness.purchase());
      const { carrier } = harness;
      const error = await failure(carrier.buy(request));
      if (error) expect(error).toBeInstanceOf(CarrierNoAnswer);
      expect(await carrier.findByReference(1, request.reference)).toMatchObject({ status: 'purchased' });
      expect(await harness.soldCount()).toBe(1);
    },
  ),

  when('sold late', 'a label that is sold late is waited for and found', async (harness) => {
    const { request, later } = await arranged(harness, 'sold late', harness.purchase());
    const { carrier } = harness;
    await expectNoAnswer(carrier.buy(request));
    await expectOpen(carrier.findByReference(1, request.reference));
    await expectOpen(carrier.close(labelOf(request)));
    later();
    expect(await carrier.findByReference(1, request.reference)).toMatchObject({ status: 'purchased' });
    expect(await carrier.close(labelOf(request))).toMatchObject({ status: 'purchased' });
    expect(await harness.soldCount()).toBe(1);
  }),

  ...(
    ['look-up lost', 'look-up met a page', 'look-up met a proxy’s success', 'look-up without room'] as const
  ).map((situation) =>
    when(situation, `a label is never "not sold" because of a ${situation}`, async (harness) => {
      const request = harness.purchase();
      await harness.carrier.buy(request);
      await arranged(harness, situation, request);
      await expectOpen(harness.carrier.findByReference(1, request.reference));
      await arranged(harness, situation, request);
      await expectOpen(harness.carrier.close(labelOf(request)));
    }),
  ),

  when(
    'look-up forgets',
    'a label that the seller no longer shows, as with another key, has an unknown outcome',
    async (harness) => {
      const request = harness.purchase();
      await harness.carrier.buy(request);
      harness.clock.advance(SETTLED_MS);
      await arranged(harness, 'look-up forgets', request);
      await expectOpen(harness.carrier.findByReference(1, request.reference));
      await expectOpen(harness.carrier.close(labelOf(request)));
    },
  ),

  always('nothing is found for an unused reference', async (harness) => {
    expect(await harness.carrier.findByReference(1, harness.purchase().reference)).toBeUndefined();
  }),

  always('a reference that was closed before its sale sells nothing in any process', async (harness) => {
    const request = harness.purchase();
    expect(await harness.carrier.close(labelOf(request))).toBeUndefined();
    for (const carrier of [harness.carrier, await harness.another()])
      expect(await failure(carrier.buy(request))).toMatchObject({
        name: 'CarrierRefused',
        code: 'given_up',
      });
    expect(await harness.carrier.close(labelOf(request))).toBeUndefined();
    expect(await harness.soldCount()).toBe(0);
  }),

  always('closing returns a sold label each time', async (harness) => {
    const bought = await harness.carrier.buy(harness.purchase());
    expect(await harness.carrier.close(labelOf(bought))).toEqual(bought);
    expect(await (await harness.another()).close(labelOf(bought))).toEqual(bought);
  }),

  when('sale refused', 'closing after a refusal does not wait', async (harness) => {
    const { request } = await arranged(harness, 'sale refused', harness.purchase());
    await failure(harness.carrier.buy(request));
    expect(await harness.carrier.close(labelOf(request))).toBeUndefined();
  }),

  always('after a sale and a close at once, a closed reference has no label', async (harness) => {
    for (let round = 0; round < 10; round += 1) {
      const before = await harness.soldCount();
      const request = harness.purchase({ reference: `pur_${2000 + round}_1_a1_5eed` });
      const [sale, close] = await Promise.allSettled([
        harness.carrier.buy(request),
        harness.carrier.close(labelOf(request)),
      ]);
      const sold = (await harness.soldCount()) - before;
      expect(sold).toBe(sale.status === 'fulfilled' ? 1 : 0);
      const saysNothing = close.status === 'fulfilled' && close.value === undefined;
      if (saysNothing) expect(sold).toBe(0);
    }
  }),
];

async function expectNoAnswer(call: Promise<unknown>): Promise<void> {
  expect(await failure(call)).toBeInstanceOf(CarrierNoAnswer);
}

async function expectUnsettled({ knowsAtOnce }: SellerHarness, call: Promise<unknown>): Promise<void> {
  if (knowsAtOnce) expect(await call).toBeUndefined();
  else await expectOpen(call);
}

/** Expects an error after which it is unknown whether the work was done. */
async function expectOpen(call: Promise<unknown>): Promise<void> {
  const error = await failure(call);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(CarrierRefused);
  expect(error).not.toBeInstanceOf(CarrierUnavailable);
}
