import { CarrierRefused, CarrierUnavailable } from '../../../src/sellers/carrier-errors';
import { CarrierMismatch } from '../../../src/sellers/carrier-mismatch';
import type { BoughtLabel } from '../../../src/sellers/carrier-port';
import { always, arranged, type ConformanceCase, failure, labelOf, when } from './conformance-case';
import type { SellerHarness } from './seller-harness';

type VoidSituation = Parameters<typeof arranged>[1];

export const VOID_CASES: readonly ConformanceCase[] = [
  when('void accepted', 'a void that the carrier accepts at once ends the label', async (harness) => {
    const { label } = await soldFor(harness, 'void accepted');
    expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'accepted' });
    expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'accepted' });
    expect(await statusOf(harness, label)).toBe('voided');
  }),

  when('void pending', 'a void is pending at each request until the carrier decides', async (harness) => {
    const { label } = await soldFor(harness, 'void pending');
    expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'pending' });
    expect(await (await harness.another()).void(labelOf(label))).toEqual({ status: 'pending' });
    expect(await statusOf(harness, label)).toBe('void_pending');
  }),

  when('void accepted later', 'a pending void is accepted later', async (harness) => {
    const { label, later } = await soldFor(harness, 'void accepted later');
    expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'pending' });
    later();
    expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'accepted' });
    expect(await statusOf(harness, label)).toBe('voided');
  }),

  when(
    'void refused',
    "a refused void has the carrier's message, and the label stays sold",
    async (harness) => {
      const { label } = await soldFor(harness, 'void refused');
      const refused = await failure(harness.carrier.void(labelOf(label)));
      expect(refused).toBeInstanceOf(CarrierRefused);
      expect((refused as Error).message).toMatch(/\w+ \w+/);
      expect(await statusOf(harness, label)).toBe('purchased');
    },
  ),

  when(
    'void rejected later',
    'a pending void that is rejected later is refused, and the label stays sold',
    async (harness) => {
      const { label, later } = await soldFor(harness, 'void rejected later');
      expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'pending' });
      later();
      expect(await failure(harness.carrier.void(labelOf(label)))).toBeInstanceOf(CarrierRefused);
      expect(await statusOf(harness, label)).toBe('purchased');
    },
  ),

  when(
    'void lost after',
    'a void whose answer was lost is pending or accepted at the next request',
    async (harness) => {
      const { label } = await soldFor(harness, 'void lost after');
      expect(await failure(harness.carrier.void(labelOf(label)))).not.toBeInstanceOf(CarrierRefused);
      expect((await harness.carrier.void(labelOf(label))).status).toMatch(/pending|accepted/);
      expect(await statusOf(harness, label)).toMatch(/void/);
    },
  ),

  when(
    'void refused because it was asked for',
    'a second void is pending, whatever the seller answers',
    async (harness) => {
      const { label } = await soldFor(harness, 'void refused because it was asked for');
      expect(await harness.carrier.void(labelOf(label))).toEqual({ status: 'pending' });
    },
  ),

  when('void without room', 'a rate-limited void is not refused', async (harness) => {
    const { label } = await soldFor(harness, 'void without room');
    expect(await failure(harness.carrier.void(labelOf(label)))).toBeInstanceOf(CarrierUnavailable);
    expect(await statusOf(harness, label)).toBe('purchased');
  }),

  always('two voids at once have the same result', async (harness) => {
    const label = await harness.carrier.buy(harness.purchase());
    const other = await harness.another();
    const [one, two] = await Promise.all([harness.carrier.void(labelOf(label)), other.void(labelOf(label))]);
    expect(two).toEqual(one);
  }),

  always('the void of an unknown label is refused', async (harness) => {
    const refused = await failure(harness.carrier.void(labelOf(harness.purchase())));
    expect(refused).toMatchObject({ name: 'CarrierRefused', code: 'not_found' });
  }),

  when(
    'another label under the reference',
    'every call is refused for a label whose tracking number has changed',
    async (harness) => {
      const label = await harness.carrier.buy(harness.purchase());
      const known = { ...labelOf(label), trackingNumber: '9400999999999999999999' };
      const { carrier } = harness;
      for (const call of [carrier.void(known), carrier.track(known), carrier.document(known, 'label')])
        expect(await failure(call)).toBeInstanceOf(CarrierMismatch);
      expect(await statusOf(harness, label)).toBe('purchased');
    },
  ),

  always('a voided label is found by its reference, and is not sold again', async (harness) => {
    const request = harness.purchase();
    const label = await harness.carrier.buy(request);
    await harness.carrier.void(labelOf(label));
    const status = await statusOf(harness, label);
    expect(status).toMatch(/void/);
    expect(await harness.carrier.buy(request)).toMatchObject({
      trackingNumber: label.trackingNumber,
      status,
    });
    expect(await harness.carrier.close(labelOf(label))).toMatchObject({ status });
    expect(await harness.soldCount()).toBe(1);
  }),
];

/**
 * Buys a label. The situation is created before the purchase, because at some sellers the purchase decides how a later
 * void ends.
 */
async function soldFor(harness: SellerHarness, situation: VoidSituation) {
  const { request, later } = await arranged(harness, situation, harness.purchase());
  return { label: await harness.carrier.buy(request), later };
}

const statusOf = async ({ carrier }: SellerHarness, { reference }: BoughtLabel) =>
  (await carrier.findByReference(1, reference))?.status;
