import { CarrierNoAnswer, CarrierRefused, CarrierUnavailable } from '../../../src/sellers/carrier-errors';
import { believeLabel } from '../../../src/sellers/carrier-mismatch';
import { always, arranged, type ConformanceCase, failure, labelOf, when } from './conformance-case';
import { SETTLED_MS, type SellerHarness } from './seller-harness';

const UNANSWERED = [
  ['sale lost before', 'a broken connection'],
  ['sale met a page', 'a proxy’s page'],
  ['sale met garbage', 'an answer that is no JSON'],
  ['sale met a proxy’s JSON', 'JSON of a proxy'],
  ['sale failed at the server', 'a fault of the seller’s server'],
  ['sale without the carrier', 'a client error because the carrier did not answer in time'],
] as const;

export const DOUBT_CASES: readonly ConformanceCase[] = [
  ...UNANSWERED.flatMap(([situation, what]) => [
    when(
      situation,
      `${what} says nothing of a sale, and the look-up tells once it has settled`,
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
    'a reference is closed once its sale has settled, and sells nothing after it',
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
    'a sale without an answer that is asked for again at once sells one label at most',
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

  when('sale lost before', 'a sale without an answer is made again once it has settled', async (harness) => {
    const { request } = await arranged(harness, 'sale lost before', harness.purchase());
    await expectNoAnswer(harness.carrier.buy(request));
    harness.clock.advance(SETTLED_MS);
    expect(await harness.carrier.buy(harness.purchase())).toMatchObject({ status: 'purchased' });
    expect(await harness.soldCount()).toBe(1);
  }),

  when(
    'sale lost after',
    'a label whose answer was lost is found by its reference and believed',
    async (harness) => {
      const { request } = await arranged(harness, 'sale lost after', harness.purchase());
      const { carrier } = harness;
      await expectNoAnswer(carrier.buy(request));
      const found = await carrier.findByReference(1, request.reference);
      expect(found && believeLabel(carrier.code, request, found)).toMatchObject({ status: 'purchased' });
      expect(await (await harness.another()).findByReference(1, request.reference)).toEqual(found);
      expect(await harness.soldCount()).toBe(1);
    },
  ),

  when(
    'sale lost after',
    'a label whose answer was lost is the answer when it is asked for again',
    async (harness) => {
      const { request } = await arranged(harness, 'sale lost after', harness.purchase());
      await expectNoAnswer(harness.carrier.buy(request));
      const again = await harness.carrier.buy(request);
      expect(await harness.carrier.findByReference(1, request.reference)).toEqual(again);
      expect(await harness.soldCount()).toBe(1);
    },
  ),

  when('sale lost after', 'closing tells of a label whose answer was lost', async (harness) => {
    const { request } = await arranged(harness, 'sale lost after', harness.purchase());
    await expectNoAnswer(harness.carrier.buy(request));
    expect(await harness.carrier.close(labelOf(request))).toMatchObject({ status: 'purchased' });
  }),

  when(
    'sold, and what follows is refused',
    'a label is sold whatever is refused after its sale',
    async (harness) => {
      const { request } = await arranged(harness, 'sold, and what follows is refused', harness.purchase());
      const { carrier } = harness;
      const error = await failure(carrier.buy(request));
      if (error) expect(error).toBeInstanceOf(CarrierNoAnswer);
      expect(await carrier.findByReference(1, request.reference)).toMatchObject({ status: 'purchased' });
      expect(await harness.soldCount()).toBe(1);
    },
  ),

  when('sold late', 'a label that is sold late is waited for, and found', async (harness) => {
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

  ...(['look-up lost', 'look-up met a page', 'look-up without room'] as const).map((situation) =>
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
    'a label that the seller forgot, as with another key, is no answer',
    async (harness) => {
      const request = harness.purchase();
      await harness.carrier.buy(request);
      harness.clock.advance(SETTLED_MS);
      await arranged(harness, 'look-up forgets', request);
      await expectOpen(harness.carrier.findByReference(1, request.reference));
      await expectOpen(harness.carrier.close(labelOf(request)));
    },
  ),

  always('nothing was sold under a reference that was never asked for', async (harness) => {
    expect(await harness.carrier.findByReference(1, harness.purchase().reference)).toBeUndefined();
  }),

  always(
    'a reference that was closed before its sale sells nothing, through whichever process',
    async (harness) => {
      const request = harness.purchase();
      expect(await harness.carrier.close(labelOf(request))).toBeUndefined();
      for (const carrier of [harness.carrier, await harness.another()])
        expect(await failure(carrier.buy(request))).toMatchObject({
          name: 'CarrierRefused',
          code: 'given_up',
        });
      expect(await harness.carrier.close(labelOf(request))).toBeUndefined();
      expect(await harness.soldCount()).toBe(0);
    },
  ),

  always('closing tells of a sold label, as often as it is asked', async (harness) => {
    const bought = await harness.carrier.buy(harness.purchase());
    expect(await harness.carrier.close(labelOf(bought))).toEqual(bought);
    expect(await (await harness.another()).close(labelOf(bought))).toEqual(bought);
  }),

  when('sale refused', 'closing after a refusal does not wait', async (harness) => {
    const { request } = await arranged(harness, 'sale refused', harness.purchase());
    await failure(harness.carrier.buy(request));
    expect(await harness.carrier.close(labelOf(request))).toBeUndefined();
  }),

  always('of a sale and a close at once, a closed reference has no label', async (harness) => {
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

/**
 * Expects an error after which the outcome is unknown: neither a refusal nor an error that means "nothing happened".
 */
async function expectOpen(call: Promise<unknown>): Promise<void> {
  const error = await failure(call);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(CarrierRefused);
  expect(error).not.toBeInstanceOf(CarrierUnavailable);
}
