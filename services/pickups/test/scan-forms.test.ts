import { eventually } from '@parcelyard/testing/eventually';
import { PickupsUnderTest } from './support/start-pickups';

const URL = 'https://forms.example/scan-form.pdf';

let service: PickupsUnderTest;
beforeEach(async () => {
  service = await PickupsUnderTest.start();
  service.orders.printed(1, 11);
  service.orders.printed(1, 12);
});
afterEach(() => service.stop());

const formOf = async (pickupId: number) => (await service.rpc.get(pickupId)).scanFormUrl;
/** Advances the clock by 15 minutes, past the next check of the pickup. */
const laterThatDay = () => service.clock.advance(15 * 60_000);

describe('the scan form for all labels of a pickup', () => {
  it('is stored in the pickup after some time, for the orders of the pickup', async () => {
    service.shipping.scanFormUrl = URL;
    const { pickupId } = await service.scheduled();
    expect(await formOf(pickupId)).toBeUndefined();
    laterThatDay();
    await eventually(async () => expect(await formOf(pickupId)).toBe(URL));
    expect(service.shipping.scanFormsOf).toEqual([[11, 12]]);
    expect((await service.rpc.list()).pickups).toMatchObject([{ pickupId, scanFormUrl: URL }]);
  });

  it('is requested again after a lost answer and after a crash, and not after it is stored', async () => {
    service.shipping.scanFormUrl = URL;
    service.shipping.lostAnswers.makeScanForm = 1;
    const { pickupId } = await service.scheduled();
    laterThatDay();
    await eventually(() => expect(service.shipping.scanFormsOf).toHaveLength(1));
    service.crashAt('pickup-scan-form-made');
    laterThatDay();
    await eventually(() => expect(service.shipping.scanFormsOf).toHaveLength(2));
    await service.restart();
    laterThatDay();
    await eventually(async () => expect(await formOf(pickupId)).toBe(URL));
  });

  it('that the carrier refuses does not change the pickup', async () => {
    const { pickupId } = await service.scheduled();
    service.shipping.refusal = 'The labels are of yesterday.';
    laterThatDay();
    await eventually(() => expect(service.shipping.scanFormsOf).toHaveLength(1));
    expect(await service.rpc.get(pickupId)).toMatchObject({ status: 'scheduled', scanFormUrl: undefined });
  });
});
