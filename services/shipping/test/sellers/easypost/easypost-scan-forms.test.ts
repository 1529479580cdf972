import { CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import type { Carrier } from '../../../src/sellers/carrier-port';
import { API_KEY } from './start-easypost-double';
import { connect, double, easypost, failure, purchase, useEasypost } from './use-easypost';

useEasypost();

describe('SCAN forms through EasyPost', () => {
  const labels = ['pur_1001_1', 'pur_1002_1'];
  let usps: Carrier;
  let formsOf: (carrier: string) => Carrier['makeScanForm'];
  const make = (of = labels) => usps.makeScanForm?.(1, of) ?? Promise.reject(new Error('There are none.'));
  const created = () => double.callsOf(/^POST \/scan_forms$/);

  beforeEach(async () => {
    const { registry } = await connect(API_KEY, true);
    usps = registry.get('usps');
    formsOf = (carrier) => registry.get(carrier).makeScanForm;
    for (const reference of labels) await usps.buy(purchase({ reference }));
  });

  it("are offered only by USPS, and only with the operator's setting", () => {
    expect(formsOf('ups')).toBeUndefined();
    expect(formsOf('fedex')).toBeUndefined();
    expect(easypost.registry.get('usps').makeScanForm).toBeUndefined();
  });

  it('contain the shipments of the labels, and are made once', async () => {
    const form = await make();
    expect(form).toEqual({ url: expect.stringMatching(/\/files\/scan-form\.pdf$/) });
    expect(await make()).toEqual(form);
    const ids = [...double.shipments.values()].flatMap(({ id, postage_label }) =>
      postage_label ? [{ id }] : [],
    );
    expect(created().map(({ body }) => body)).toEqual([{ scan_form: { shipments: ids } }]);
  });

  it('whose answer was lost are found on their shipments', async () => {
    double.mishap(/^POST \/scan_forms$/, 'lost after');
    expect(await failure(make())).toBeInstanceOf(CarrierNoAnswer);
    expect(await make()).toEqual({ url: expect.any(String) });
    expect(created()).toHaveLength(1);
  });

  it('that EasyPost is still making are requested again', async () => {
    await make();
    const forms = [...double.shipments.values()].map(({ scan_form }) => scan_form as object);
    for (const form of forms) Object.assign(form ?? {}, { status: 'creating', form_url: null });
    expect(await failure(make())).toBeInstanceOf(CarrierNoAnswer);
  });

  it("are refused with EasyPost's message", async () => {
    const message = 'All shipments must have the same origin address.';
    double.mishap(/^POST \/scan_forms$/, { status: 422, code: 'SCAN_FORM.INVALID', message });
    expect(await failure(make())).toMatchObject({ name: 'CarrierRefused', message });
    expect(await failure(make(['pur_9_1']))).toMatchObject({ code: 'nothing_to_collect' });
  });
});
